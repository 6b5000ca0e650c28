import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder, removeFolderNow } from './remove-folder.js';
import { scratchPrefix } from './scratch-name.js';

/** Lends an empty folder that only this user can read (mode 0700), and removes it with everything in it. */
export async function withScratchFolder<Value>(use: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), scratchPrefix()));
  removeAtExit(folder);
  try {
    return await use(folder);
  } finally {
    await removeFolder(folder);
    openFolders.delete(folder);
  }
}

/** A folder may hold a prompt: when our process ends in the middle of a call it must not stay. */
const openFolders = new Set<string>();
let listening = false;

function removeAtExit(folder: string): void {
  openFolders.add(folder);
  if (listening) return;
  listening = true;
  // The processes that write there are killed first: their own listener puts itself in front of all others.
  process.on('exit', () => {
    for (const lent of openFolders) removeFolderNow(lent);
  });
}
