import { lstat, opendir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from './remove-folder.js';
import { isLeftBehind } from './scratch-name.js';

/**
 * Removes the scratch folders of killed processes, because they may contain prompts. Only real folders of this user, by
 * a process of this machine that has ended. Never rejects.
 */
export async function sweepScratchFolders(parent: string = tmpdir()): Promise<void> {
  try {
    let seen = 0;
    for await (const { name } of await opendir(parent)) {
      if (++seen > MAX_ENTRIES) return;
      if (!isLeftBehind(name)) continue;
      const folder = join(parent, name);
      if (await isOwnFolder(folder)) await removeFolder(folder);
    }
  } catch {
    // Nothing can be removed from a temporary folder that cannot be listed.
  }
}

/** Every user may write to the temporary folder, so the name alone proves nothing. */
async function isOwnFolder(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    return found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
  } catch {
    return false;
  }
}

const MAX_ENTRIES = 100_000;
