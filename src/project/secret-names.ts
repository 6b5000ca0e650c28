import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { createPause } from '../kernel/create-pause.js';
import type { DenyList } from './deny-list.js';
import { getIdentity, type WitanFolders } from './witan-folders.js';

/** Files with several names of which one is secret: each of the others leads to the same contents. */
export interface SecretNames {
  has(file: BigIntStats): Promise<boolean>;
}

/**
 * Looked up when a file with several names is first opened, and again after a while; most projects have none. Known are
 * the denied files of the project and what the program keeps for itself, if a bounded walk finds them.
 */
export function createSecretNames(root: string, isDenied: DenyList, own: WitanFolders): SecretNames {
  let known: Promise<ReadonlySet<string>> | undefined;
  let forgetAt = 0;
  return {
    has: async (file) => {
      const now = performance.now();
      if (known === undefined || now > forgetAt) {
        forgetAt = now + REMEMBERED_MS;
        known = findSecretNames(root, isDenied, own);
      }
      return (await known).has(getIdentity(file));
    },
  };
}

const REMEMBERED_MS = 5_000;
/** Entries that are looked at. */
const MAX_ENTRIES = 50_000;

interface Folder {
  readonly path: string;
  readonly isSecret: boolean;
}

/** Level by level: what is near the top is found first. */
async function findSecretNames(root: string, isDenied: DenyList, own: WitanFolders): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const queue: Folder[] = [...own.paths.map((path) => ({ path, isSecret: true })), { path: root, isSecret: false }];
  const pause = createPause();
  let left = MAX_ENTRIES;
  for (let next = 0; next < queue.length && left > 0; next++) {
    const { path: folder, isSecret } = queue[next] as Folder;
    for (const entry of await getEntries(folder)) {
      left--;
      const path = join(folder, entry.name);
      const isSecretToo = isSecret || isDenied(relative(root, path).split(sep).join('/'), entry.isFile());
      if (entry.isDirectory() && (isSecretToo || !PACKAGES.has(entry.name)))
        queue.push({ path, isSecret: isSecretToo });
      if (entry.isFile() && isSecretToo) await addIfShared(path, found);
      const waiting = pause();
      if (waiting !== undefined) await waiting;
    }
  }
  return found;
}

/** Installed packages share their files with a store; none of them is a secret of the project. */
const PACKAGES: ReadonlySet<string> = new Set(['node_modules']);

async function getEntries(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

async function addIfShared(path: string, found: Set<string>): Promise<void> {
  try {
    const stats = await lstat(path, { bigint: true });
    if (stats.nlink > 1n) found.add(getIdentity(stats));
  } catch {
    // It has gone.
  }
}
