import { join } from 'node:path';
import { appendOwnLines } from '../../storage/own-files/append-own-lines.js';
import { makeOwnFolder } from '../../storage/own-files/own-folder.js';
import { listOwnFolder } from '../../storage/own-files/read-own-file.js';
import { timestamp } from '../entry/identifiers.js';
import { type EntryLine, entryLookup, readEntryLines } from './entry-lines.js';

/**
 * Adds lines to the archive of a session. What is there already is not added again, so an archiving that a crash
 * interrupted is simply repeated. Damaged lines are kept as they are: a person may still read them.
 */
export async function archiveLines(
  lines: readonly EntryLine[],
  { journal, sessionId, now }: { readonly journal: string; readonly sessionId: string; readonly now: Date },
): Promise<void> {
  if (lines.length === 0) return;
  makeOwnFolder(archiveFolder(journal));
  const path = archivePath(journal, sessionId, now);
  const present = readEntryLines(path);
  const ids = new Set(present.map(({ entry }) => entry?.id));
  const texts = new Set(present.map(({ line }) => line));
  const missing = lines.filter(({ entry, line }) => (entry === undefined ? !texts.has(line) : !ids.has(entry.id)));
  if (missing.length > 0) {
    await appendOwnLines(
      path,
      missing.map(({ line }) => line),
    );
  }
}

/** Answers whether the archive of a session holds an entry. */
export function archiveLookup(journal: string, sessionId: string): (entryId: string) => boolean {
  return entryLookup(archivePath(journal, sessionId, new Date()));
}

/** Oldest first. */
export function archiveNames(journal: string): string[] {
  const names = listOwnFolder(archiveFolder(journal));
  return names.filter((name) => name.endsWith('.jsonl')).sort();
}

export function archiveFolder(journal: string): string {
  return join(journal, 'archive');
}

/** Named by the day on which the session began, so that it does not depend on the day of archiving. */
function archivePath(journal: string, sessionId: string, now: Date): string {
  const date = /^session_(\d{8})_/.exec(sessionId)?.[1];
  if (date !== undefined) return join(archiveFolder(journal), `${date}_${sessionId}.jsonl`);
  // Ids of another form contain no day: the first archiving decides.
  const existing = archiveNames(journal).find((name) => name.endsWith(`_${sessionId}.jsonl`));
  const today = timestamp(now).slice(0, 10).replaceAll('-', '');
  return join(archiveFolder(journal), existing ?? `${today}_${sessionId}.jsonl`);
}
