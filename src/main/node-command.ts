import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * The Node that runs now, by its path on PATH if it has one: a package manager may keep each version in a folder of its
 * own, which the next upgrade removes.
 */
export function nodeCommand(path = ''): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find(isThisNode) ?? process.execPath;
}

function isThisNode(file: string): boolean {
  try {
    return realpathSync(file) === realpathSync(process.execPath);
  } catch {
    return false;
  }
}
