import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { privateFolders } from '../../../src/kernel/state-folder.js';
import { isLeftBehind, removeFolder } from './scratch-folder.js';

/**
 * Removes the scratch folders of killed processes, because they may contain prompts. Only real folders, by a process of
 * this machine that has ended: another machine may share the home folder. Never rejects.
 */
export async function sweepScratchFolders(): Promise<void> {
  for (const parent of privateFolders(homedir(), process.env)) {
    const calls = join(parent, 'calls');
    const entries = await readdir(calls, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isDirectory() && isLeftBehind(entry.name)) await removeFolder(join(calls, entry.name));
    }
  }
}
