import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { descriptorPath } from '../confinement/descriptor-path.js';
import type { Entry, Project } from '../confinement/project.js';

/** What the file system says of an entry itself; a link is not followed. */
export interface EntryFacts {
  readonly mode: number;
  readonly links: number;
  readonly size: number;
  readonly modifiedNs: bigint;
}

/**
 * Reads the facts of entries, by path; what has gone meanwhile is missing. The folder is opened and must still be where
 * it was listed, and its entries are looked at through the descriptor: a folder that is swapped for a link tells nothing.
 */
export async function readFacts(
  project: Project,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<Map<string, EntryFacts>> {
  const facts = new Map<string, EntryFacts>();
  for (const [folder, paths] of byFolder(entries)) {
    if (signal.aborted) break;
    await readFolder(join(project.root, folder), paths, facts);
  }
  return facts;
}

function byFolder(entries: readonly Entry[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const { path } of entries) {
    const folder = path === '' ? '' : posix.dirname(path);
    const paths = folders.get(folder);
    if (paths === undefined) folders.set(folder, [path]);
    else paths.push(path);
  }
  return folders;
}

async function readFolder(folder: string, paths: readonly string[], facts: Map<string, EntryFacts>): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
    try {
      const real = await descriptorPath(handle.fd, folder, await handle.stat({ bigint: true }));
      if (real !== folder) return;
      const through = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : folder;
      for (const path of paths) {
        const found = await factsAt(path === '' ? `${through}/.` : join(through, posix.basename(path)));
        if (found !== undefined) facts.set(path, found);
      }
    } finally {
      await handle.close();
    }
  } catch {
    // The folder has gone, and its entries with it.
  }
}

async function factsAt(path: string): Promise<EntryFacts | undefined> {
  try {
    const { mode, nlink, size, mtimeNs } = await lstat(path, { bigint: true });
    return { mode: Number(mode), links: Number(nlink), size: Number(size), modifiedNs: mtimeNs };
  } catch {
    return undefined;
  }
}
