import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** A path without links. What does not exist yet keeps its name below the nearest folder that does. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** Whether a path is a folder or is in it, by its name alone. */
export function isInside(folder: string, path: string): boolean {
  return pathInside(folder, path) !== undefined;
}

/** A path relative to a folder, '' for the folder itself; undefined if it is outside. By its name alone. */
export function pathInside(folder: string, path: string): string | undefined {
  const inside = relative(folder, path);
  // A name may begin with two dots: `..data` is inside.
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? undefined : inside;
}

/**
 * The path of a folder that Witan keeps, where the project or the user wants it. Inside the project its name stays as
 * it is, so that a link which came with the project is noticed; elsewhere the user chose it, links included.
 */
export function ownFolderPath(projectFolder: string, folder: string): string {
  const project = realPathOf(projectFolder);
  const path = resolve(project, folder);
  return isInside(project, path) ? path : realPathOf(path);
}
