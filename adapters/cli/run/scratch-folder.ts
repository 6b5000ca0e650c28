import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder, removeFolderNow } from './remove-folder.js';
import { scratchPrefix } from './scratch-name.js';

/** Provides an empty folder in a private one, for this user only (mode 0700), and removes it afterwards. */
export async function withScratchFolder<Value>(
  privateFolder: string,
  use: (folder: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(privateFolder, scratchPrefix()));
  removeAtExit(folder);
  try {
    return await use(folder);
  } finally {
    await removeFolder(folder);
    openFolders.delete(folder);
  }
}

/** Removed when the process exits during a call, because they may contain prompts. */
const openFolders = new Set<string>();
let listening = false;

function removeAtExit(folder: string): void {
  openFolders.add(folder);
  if (listening) return;
  listening = true;
  // The processes that write there are killed before, by a listener that runs first.
  process.on('exit', () => {
    for (const open of openFolders) removeFolderNow(open);
  });
}
