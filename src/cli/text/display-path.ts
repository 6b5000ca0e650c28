import { isAbsolute, relative } from 'node:path';
import { plainLine } from '../../kernel/plain-text.js';

/** Relative to the current folder when inside it, with `~` when inside the home folder, else as it is. */
export function displayPath(
  path: string,
  folders: { readonly currentFolder: string; readonly homeFolder: string },
): string {
  const here = insidePath(path, folders.currentFolder);
  if (here !== undefined) return plainLine(here === '' ? '.' : here);
  const home = insidePath(path, folders.homeFolder);
  return plainLine(home === undefined ? path : `~/${home}`);
}

function insidePath(path: string, folder: string): string | undefined {
  const inside = relative(folder, path);
  return inside === '..' || inside.startsWith('../') || isAbsolute(inside) ? undefined : inside;
}
