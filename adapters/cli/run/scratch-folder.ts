import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessIdentity, processState, thisProcess } from '../../../src/kernel/process-identity.js';
import { formatIdentity } from '../../../src/processes/marked-processes.js';

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

const REMOVE_OPTIONS = { recursive: true, force: true, maxRetries: 4, retryDelay: 20 } as const;

/** Removes a folder with its content, also if a tool made it read-only. Never rejects. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, REMOVE_OPTIONS);
  } catch {
    removeFolderNow(folder);
  }
}

/** The same synchronously, for the exit of the process. Never throws, so that other folders are removed, too. */
function removeFolderNow(folder: string): void {
  try {
    rmSync(folder, REMOVE_OPTIONS);
  } catch {
    try {
      allowChanges(folder, { entries: MAX_ENTRIES });
      rmSync(folder, REMOVE_OPTIONS);
    } catch {
      // The rest cannot be removed by this user, and a message would not help while the process exits.
    }
  }
}

const MAX_ENTRIES = 10_000;

function allowChanges(folder: string, budget: { entries: number }): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (budget.entries-- <= 0) return;
    if (entry.isDirectory()) allowChanges(join(folder, entry.name), budget);
  }
}

/**
 * The beginning of a scratch folder's name. It contains the process that owns the folder, so that folders of killed
 * processes can be recognized. In the name, because the folder itself must be empty for the tool.
 */
export function scratchPrefix(owner: ProcessIdentity = thisProcess()): string {
  return `witan-call-${formatIdentity(owner)}-`;
}

/** Checks whether a folder of this name was made by a process of this machine that has ended. */
export function isLeftBehind(name: string): boolean {
  const [, pid, started = ''] = NAME.exec(name) ?? [];
  if (pid === undefined) return false;
  const owner = { pid: Number(pid), started: started.replace('.', ':'), host: thisProcess().host };
  return name.startsWith(scratchPrefix(owner)) && processState(owner) === 'gone';
}

const NAME = /^witan-call-[0-9a-f]{12}-([1-9]\d{0,9})-((?:(?:[0-9a-f]{0,8}\.)?\d{1,20})?)-[A-Za-z0-9]{6}$/;
