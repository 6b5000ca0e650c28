import path from 'node:path';
import { StorageError, type StorageFault } from '../storage-error.js';

export interface SqliteFailure {
  /** SQLite's result code. */
  readonly code: string | undefined;
  readonly cause?: unknown;
  /** How the user can fill a new file. */
  readonly rebuilding?: string | undefined;
}

/** What SQLite's result code means to a person, or the cause as it is if the machine did not cause it. */
export function describeFailure(file: string, { code, cause, rebuilding }: SqliteFailure): unknown {
  const meaning = MEANINGS.get(code);
  if (meaning === undefined) return cause;
  const advice = rebuilding !== undefined && UNUSABLE.has(meaning.fault) ? `; ${rebuilding}` : '';
  return new StorageError(meaning.fault, `${meaning.describe(shortName(file))}${advice}`, { cause });
}

/** The file and its folder: enough to find it, without the rest of the path. */
export function shortName(file: string): string {
  return path.join(path.basename(path.dirname(file)), path.basename(file));
}

const UNUSABLE: ReadonlySet<StorageFault> = new Set(['corrupt', 'not-a-database']);

interface Meaning {
  readonly fault: StorageFault;
  readonly describe: (name: string) => string;
}

const FULL: Meaning = {
  fault: 'full',
  describe: (name) => `the disk that holds ${name} is full; free some space and try again`,
};

const READ_ONLY: Meaning = {
  fault: 'read-only',
  describe: (name) => `${name} cannot be written; check the permissions of the file and its folder`,
};

const CORRUPT: Meaning = {
  fault: 'corrupt',
  describe: (name) =>
    `${name} is damaged; move it away together with its -wal and -shm files, and a new one is started`,
};

const NOT_A_DATABASE: Meaning = {
  fault: 'not-a-database',
  describe: (name) => `${name} is not a database; move it away, and a new one is started`,
};

const UNREACHABLE: Meaning = {
  fault: 'unreachable',
  describe: (name) => `${name} cannot be opened; check that its folder exists and can be read and written`,
};

const DISK: Meaning = {
  fault: 'disk',
  describe: (name) => `the disk that holds ${name} fails to read or write; check its space and health, then try again`,
};

const MEANINGS: ReadonlyMap<string | undefined, Meaning> = new Map([
  ['SQLITE_FULL', FULL],
  ['SQLITE_READONLY', READ_ONLY],
  ['SQLITE_PERM', READ_ONLY],
  ['SQLITE_CORRUPT', CORRUPT],
  ['SQLITE_NOTADB', NOT_A_DATABASE],
  ['SQLITE_CANTOPEN', UNREACHABLE],
  ['SQLITE_IOERR', DISK],
]);
