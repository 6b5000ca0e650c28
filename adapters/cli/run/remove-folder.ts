import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

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
export function removeFolderNow(folder: string): void {
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
