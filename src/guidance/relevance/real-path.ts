import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * A path without links, as far as it exists: the file itself may be about to be made. Asked only for what seems to lie
 * outside of the project; no call that changes the project's files by their usual names pays for it.
 */
export function realPathOf(path: string): string {
  let folder = path;
  let rest = '';
  while (!existsSync(folder)) {
    const parent = dirname(folder);
    if (parent === folder) return path;
    rest = join(basename(folder), rest);
    folder = parent;
  }
  try {
    return join(realpathSync.native(folder), rest);
  } catch {
    return path;
  }
}
