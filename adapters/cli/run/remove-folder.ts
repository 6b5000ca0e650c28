import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const REMOVE_OPTIONS = { recursive: true, force: true, maxRetries: 4, retryDelay: 20 } as const;

/** Removes a folder and everything in it, also where a tool took away its own right to change it. Never rejects. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, REMOVE_OPTIONS);
  } catch {
    removeFolderNow(folder);
  }
}

/** The same at once, for the moment in which our own process exits. Never throws: other folders wait for their turn. */
export function removeFolderNow(folder: string): void {
  try {
    rmSync(folder, REMOVE_OPTIONS);
  } catch {
    try {
      allowChanges(folder, { entries: MAX_ENTRIES });
      rmSync(folder, REMOVE_OPTIONS);
    } catch {
      // What is left cannot be removed by this user: saying so would help nobody while the program ends.
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
