import { closeSync, existsSync, fsyncSync, lstatSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '../kernel/is-record.js';
import { parseRecord } from '../kernel/parse-json.js';
import { chooseDriver } from './drivers/choose-driver.js';
import type { ProjectMemory } from './make-project-memory.js';
import { withFileLock } from './own-files/file-lock.js';
import { createOwnFile } from './own-files/open-own-file.js';
import { readOwnText } from './own-files/read-own-file.js';
import { writeOwnFile } from './own-files/write-own-file.js';

// Earlier versions kept databases in `.witan` of the project. Those that this user's Witan made are in a list, by random id
// and path, in the user's config folder. Any other may have come with the project: it is not read.

interface OldDatabases {
  readonly projectFolder: string;
  readonly configFolder: string;
  readonly memory: Pick<ProjectMemory, 'make'>;
}

const NAMES = ['decisions.db', 'experiences.db', 'runs.db'];

/** Moves the listed databases of a project into its memory, once. Returns their names. */
export async function moveOldDatabases({ projectFolder, configFolder, memory }: OldDatabases): Promise<string[]> {
  const list = path.join(configFolder, 'databases.json');
  if (!existsSync(list)) return [];
  const old = path.join(projectFolder, '.witan');
  const isListed = (file: string, entries: readonly Entry[]) => {
    const id = readDatabaseId(file);
    return id !== undefined && entries.some((entry) => entry.id === id && entry.file === file);
  };
  const files = NAMES.map((name) => path.join(old, name));
  if (!files.some((file) => isListed(file, readList(list)))) return [];
  const folder = memory.make();
  const locked = await withFileLock(path.join(folder, '.move.lock'), MAX_WAIT_MS, async () => {
    const moved = files.filter((file) => isListed(file, readList(list)) && move(file, folder));
    await shortenList(list, moved);
    return moved.map((file) => path.basename(file));
  });
  return 'value' in locked ? locked.value : [];
}

const MAX_WAIT_MS = 10_000;

/** The databases in a project that are not used. */
export function findUnreadDatabases(projectFolder: string): string[] {
  const names = NAMES.map((name) => path.join('.witan', name));
  return names.filter((name) => existsSync(path.join(projectFolder, name)));
}

interface Entry {
  readonly id: string;
  readonly file: string;
}

/** False if it cannot be moved now. A process that is killed leaves the old file, or both with the same content. */
function move(file: string, folder: string): boolean {
  const target = path.join(folder, path.basename(file));
  if (!existsSync(target)) {
    const draft = `${target}.moving`;
    rmSync(draft, { force: true });
    try {
      copyDatabase(file, draft);
      renameSync(draft, target);
    } catch {
      rmSync(draft, { force: true });
      return false;
    }
  }
  // Another worktree may have brought its own before.
  if (readDatabaseId(target) !== readDatabaseId(file)) return false;
  for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
  return true;
}

/** With what is only in its log. */
function copyDatabase(file: string, draft: string): void {
  // SQLite deletes the file that a rollback journal names, and Witan never makes such a journal.
  if (existsSync(`${file}-journal`)) throw new Error('there is a rollback journal');
  const descriptor = createOwnFile(draft);
  if (descriptor === undefined) throw new Error('there is another draft');
  try {
    const connection = chooseDriver().open(file, { readOnly: false });
    try {
      connection.prepare('VACUUM INTO ?').run([draft]);
    } finally {
      connection.close();
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** From the header of a regular file: its application id, in hexadecimal. */
function readDatabaseId(file: string): string | undefined {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const header = Buffer.alloc(100);
  const descriptor = openSync(file, 'r');
  try {
    if (readSync(descriptor, header, 0, 100, 0) < 100) return undefined;
  } finally {
    closeSync(descriptor);
  }
  return header.readUInt32BE(68).toString(16).padStart(8, '0');
}

function readList(list: string): Entry[] {
  const { databases } = parseRecord(readOwnText(list, MAX_LIST_BYTES) ?? '') ?? {};
  return (Array.isArray(databases) ? databases : []).filter(
    (entry): entry is Entry => isRecord(entry) && typeof entry.id === 'string' && typeof entry.file === 'string',
  );
}

const MAX_LIST_BYTES = 4 * 1024 * 1024;

/** With the last entry the list goes. It is for all projects, so it has a lock of its own. */
async function shortenList(list: string, moved: readonly string[]): Promise<void> {
  await withFileLock(`${list}.lock`, MAX_WAIT_MS, async () => {
    const databases = readList(list).filter(({ file }) => !moved.includes(file));
    if (databases.length === 0) rmSync(list, { force: true });
    else await writeOwnFile(list, `${JSON.stringify({ databases }, null, 1)}\n`);
  });
}
