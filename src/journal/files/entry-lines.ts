import type { ResolvedEntry } from '../entry/entry.js';
import { isResolved, readEntry } from '../entry/read-entry.js';
import { readBytes, readText } from './read-text.js';

export interface EntryLine {
  readonly line: string;
  /** Undefined for a line that is not a resolved entry: torn by a crash, or damaged. */
  readonly entry: ResolvedEntry | undefined;
}

/** Every line on its own: one that is damaged takes no other with it. */
export function readEntryLines(path: string): EntryLine[] {
  const text = readText(path) ?? '';
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ line, entry: readResolved(line) }));
}

/** The entries of a file, each id once. */
export function readEntries(path: string): ResolvedEntry[] {
  const byId = new Map<string, ResolvedEntry>();
  for (const { entry } of readEntryLines(path)) if (entry !== undefined) byId.set(entry.id, entry);
  return [...byId.values()];
}

/** Answers whether a file holds an entry; the file is read once, with the first question. */
export function entryLookup(path: string): (id: string) => boolean {
  let bytes: Buffer | undefined;
  let isRead = false;
  return (id) => {
    if (!isRead) bytes = readBytes(path);
    isRead = true;
    // Looking for the bytes first spares decoding and parsing a whole session at every step.
    if (bytes === undefined || !bytes.includes(`"${id}"`)) return false;
    const lines = bytes.toString('utf8').split('\n');
    return lines.some((line) => line.includes(`"${id}"`) && readResolved(line)?.id === id);
  };
}

function readResolved(line: string): ResolvedEntry | undefined {
  const entry = readEntry(line);
  return entry !== undefined && isResolved(entry) ? entry : undefined;
}
