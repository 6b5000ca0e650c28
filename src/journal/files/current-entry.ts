import { basename } from 'node:path';
import { removeOwnFile, renameOwnFile } from '../../storage/own-files/own-folder.js';
import { writeOwnFile } from '../../storage/own-files/write-own-file.js';
import type { ActiveEntry, Entry } from '../entry/entry.js';
import { asActive, readEntry } from '../entry/read-entry.js';
import { isArchived } from './archive.js';
import { holdsEntry } from './entry-lines.js';
import { readText } from './read-text.js';
import type { SessionFiles } from './session-files.js';

/** What stands in the active place of a files. */
export type Slot =
  | { readonly kind: 'empty' }
  | { readonly kind: 'entry'; readonly entry: ActiveEntry }
  | { readonly kind: 'corrupted' };

/**
 * An entry that stands among the session's entries or in its archive is resolved, even if a crash kept its file from
 * being removed: it counts as gone, and its file is replaced or removed by the next change.
 */
export function readSlot(files: SessionFiles): Slot {
  const text = readText(files.current);
  if (text === undefined) return { kind: 'empty' };
  const entry = readEntry(text);
  if (entry === undefined) return { kind: 'corrupted' };
  if (isResolvedAlready(files, entry)) return { kind: 'empty' };
  return { kind: 'entry', entry: asActive(entry) };
}

function isResolvedAlready(files: SessionFiles, { id, session_id }: Entry): boolean {
  return holdsEntry(files.entries, id) || isArchived(files.journal, session_id, id);
}

export async function writeCurrent(files: SessionFiles, entry: ActiveEntry): Promise<void> {
  await writeOwnFile(files.current, `${JSON.stringify(entry, undefined, 2)}\n`);
}

export function clearCurrent(files: SessionFiles): void {
  removeOwnFile(files.current);
  removeOwnFile(files.outcomes);
}

/** Puts a file that cannot be read aside and returns its new name. */
export async function backUpCorrupted(files: SessionFiles, now: Date): Promise<string> {
  const base = files.current.replace(/\.json$/, `.corrupted.${Math.floor(now.getTime() / 1000)}`);
  const backup = freeName(base);
  renameOwnFile(files.current, backup);
  return basename(backup);
}

// Two within one second: the first one is worth as much as the second.
function freeName(base: string): string {
  for (let attempt = 1; ; attempt++) {
    const name = attempt === 1 ? base : `${base}.${attempt}`;
    if (readText(name) === undefined) return name;
  }
}
