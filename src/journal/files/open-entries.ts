import { basename, join } from 'node:path';
import { makeOwnFolder, removeOwnFile, renameOwnFile } from '../../storage/own-files/own-folder.js';
import { listOwnFolder } from '../../storage/own-files/read-own-file.js';
import { writeOwnFile } from '../../storage/own-files/write-own-file.js';
import type { ActiveEntry, Entry } from '../entry/entry.js';
import { isSafeIdentifier } from '../entry/identifiers.js';
import { asActive, readEntry } from '../entry/read-entry.js';
import { archiveLookup } from './archive.js';
import { entryLookup } from './entry-lines.js';
import { readFile, readText } from './read-text.js';
import type { SessionFiles } from './session-files.js';

/** An open entry and its file: `current_ghap.json`, or one in `open/`. Every step moves it by one rename. */
export interface OpenEntry {
  readonly path: string;
  readonly entry: ActiveEntry;
  readonly mtimeMs: number;
}

export interface OpenEntries {
  /** The newest first, whatever session they belong to. */
  readonly entries: readonly OpenEntry[];
  /** Files that cannot be read as an entry. */
  readonly damaged: readonly string[];
  /** Files that a crash kept from being removed: their entries are resolved. */
  readonly resolved: readonly string[];
}

/** An entry may move between the two files while they are read without the lock: then they are read again. */
export function readOpenEntries(files: SessionFiles): OpenEntries {
  for (let attempt = 1; ; attempt++) {
    const before = readText(files.current);
    const found = readFiles(files);
    if (attempt === MAX_ATTEMPTS || readText(files.current) === before) return found;
  }
}

const MAX_ATTEMPTS = 5;

function readFiles(files: SessionFiles): OpenEntries {
  const entries = new Map<string, OpenEntry>();
  const damaged: string[] = [];
  const resolved: string[] = [];
  const isResolvedAlready = resolvedLookup(files);
  for (const path of [files.current, ...openPaths(files)]) {
    const file = readFile(path);
    if (file === undefined) continue;
    const entry = readEntry(file.text);
    if (entry === undefined) damaged.push(path);
    else if (isResolvedAlready(entry)) resolved.push(path);
    else if (!entries.has(entry.id)) entries.set(entry.id, { path, entry: asActive(entry), mtimeMs: file.mtimeMs });
  }
  return { entries: [...entries.values()].sort(newestFirst), damaged, resolved };
}

/** The newest files only: a folder that came with a project may hold thousands. */
function openPaths(files: SessionFiles): string[] {
  const names = listOwnFolder(files.open).filter((name) => /\.json$/.test(name) && isSafeIdentifier(name));
  return names
    .sort()
    .slice(-MAX_OPEN_FILES)
    .map((name) => join(files.open, name));
}

const MAX_OPEN_FILES = 100;

/** An entry that is in the session's entries or in its archive is resolved, even if a crash left its file behind. */
function resolvedLookup(files: SessionFiles): (entry: Entry) => boolean {
  const isInEntries = entryLookup(files.entries);
  const archives = new Map<string, (id: string) => boolean>();
  return ({ id, session_id }) => {
    const isInArchive = archives.get(session_id) ?? archiveLookup(files.journal, session_id);
    archives.set(session_id, isInArchive);
    return isInEntries(id) || isInArchive(id);
  };
}

export function newestFirst(a: OpenEntry, b: OpenEntry): number {
  return openedAt(b) - openedAt(a);
}

/** A time that is not one, in a file that was written by hand, is older than any other. */
function openedAt({ entry }: OpenEntry): number {
  return Date.parse(entry.opened_at ?? entry.created_at) || 0;
}

/** Writes a new entry to `current_ghap.json`. The one that is there moves to `open/` first. */
export async function addOpenEntry(files: SessionFiles, open: OpenEntries, entry: ActiveEntry): Promise<void> {
  const movedTo = moveCurrentAside(files, open);
  try {
    await writeEntry(files.current, entry);
  } catch (error) {
    if (movedTo !== undefined) renameOwnFile(movedTo, files.current);
    throw error;
  }
}

export async function writeEntry(path: string, entry: ActiveEntry): Promise<void> {
  await writeOwnFile(path, `${JSON.stringify(entry, undefined, 2)}\n`);
}

/** Takes an open entry of another folder into this one. */
export function moveHere(files: SessionFiles, { entry, path }: OpenEntry): string {
  makeOwnFolder(files.open);
  const moved = pathInOpen(files, entry.id);
  renameOwnFile(path, moved);
  return moved;
}

/** Removes the file of a resolved entry; the newest remaining one becomes `current_ghap.json`. */
export function removeResolved(files: SessionFiles, { path }: OpenEntry, sessionId: string): void {
  removeOwnFile(path);
  keepNewestCurrent(files, sessionId);
}

/** Makes `current_ghap.json` the newest entry of the session, where a crash or a change left it elsewhere. True if so. */
export function keepNewestCurrent(files: SessionFiles, sessionId: string, open = readOpenEntries(files)): boolean {
  const newest = open.entries.find(({ entry }) => entry.session_id === sessionId);
  if (newest === undefined || newest.path === files.current || open.damaged.includes(files.current)) return false;
  moveCurrentAside(files, open);
  renameOwnFile(newest.path, files.current);
  return true;
}

function moveCurrentAside(files: SessionFiles, { entries }: OpenEntries): string | undefined {
  const current = entries.find(({ path }) => path === files.current);
  return current && moveHere(files, current);
}

function pathInOpen(files: SessionFiles, id: string): string {
  return join(files.open, `${id}.json`);
}

/** Puts a file that cannot be read aside and returns its new name. */
export function backUpDamaged(files: SessionFiles, path: string, now: Date): string {
  const base = files.current.replace(/\.json$/, `.corrupted.${Math.floor(now.getTime() / 1000)}`);
  const backup = freeName(base);
  renameOwnFile(path, backup);
  return basename(backup);
}

// Two within one second: the first one is worth as much as the second.
function freeName(base: string): string {
  for (let attempt = 1; ; attempt++) {
    const name = attempt === 1 ? base : `${base}.${attempt}`;
    if (readText(name) === undefined) return name;
  }
}
