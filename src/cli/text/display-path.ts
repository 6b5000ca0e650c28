import { plainLine } from '../../kernel/plain-text.js';
import { pathInside } from '../../kernel/real-path.js';

/** Relative to the current folder when inside it, with `~` when inside the home folder, else as it is. */
export function displayPath(
  path: string,
  folders: { readonly currentFolder: string; readonly homeFolder: string },
): string {
  const here = pathInside(folders.currentFolder, path);
  if (here !== undefined) return plainLine(here === '' ? '.' : here);
  const home = pathInside(folders.homeFolder, path);
  return plainLine(home === undefined ? path : `~/${home}`);
}
