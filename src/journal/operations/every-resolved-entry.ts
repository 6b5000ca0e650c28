import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ResolvedEntry } from '../entry/entry.js';
import { archiveFolder, archiveNames } from '../files/archive.js';
import { readEntries } from '../files/entry-lines.js';
import { mainSessionFiles, sideSessionFiles } from '../files/session-files.js';
import { sideSessionNames } from '../sessions/find-session.js';

/** Every resolved entry once, oldest first. `isSkipped` leaves out archives that need not be read. */
export async function everyResolvedEntry(
  journal: string,
  isSkipped: (archive: string) => boolean = () => false,
): Promise<ResolvedEntry[]> {
  const byId = new Map<string, ResolvedEntry>();
  // Living sessions first: an entry that moves to the archive at the same time is written there before it leaves here.
  const found = await readFiles(livingFiles(journal));
  const archived = archiveNames(journal).filter((name) => !isSkipped(name));
  found.push(...(await readFiles(archived.map((name) => join(archiveFolder(journal), name)))));
  for (const entry of found) byId.set(entry.id, entry);
  return [...byId.values()].sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0));
}

/** Where the sessions that are not archived yet keep their resolved entries. */
export function livingFiles(journal: string): string[] {
  const sides = sideSessionNames(journal, Number.POSITIVE_INFINITY).map((name) => sideSessionFiles(journal, name));
  return [mainSessionFiles(journal), ...sides].map(({ entries }) => entries);
}

async function readFiles(paths: readonly string[]): Promise<ResolvedEntry[]> {
  const entries: ResolvedEntry[] = [];
  for (const path of paths) {
    entries.push(...readEntries(path));
    // There may be years of archives: others get their turn in between.
    await setImmediate();
  }
  return entries;
}
