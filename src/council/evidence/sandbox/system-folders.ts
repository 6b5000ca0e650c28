import { lstat, readlink } from 'node:fs/promises';
import type { SystemFolders } from './sandbox-arguments.js';

const CANDIDATES = ['/usr', '/bin', '/lib', '/lib32', '/lib64', '/libx32'];

/** Where this system keeps programs and their libraries; most have `/bin` and `/lib` as links into `/usr` by now. */
export async function findSystemFolders(): Promise<SystemFolders> {
  const bound: string[] = [];
  const links: { path: string; target: string }[] = [];
  for (const path of CANDIDATES) {
    try {
      const stats = await lstat(path);
      if (stats.isSymbolicLink()) links.push({ path, target: await readlink(path) });
      else if (stats.isDirectory()) bound.push(path);
    } catch {
      // This system has none.
    }
  }
  return { bound, links };
}
