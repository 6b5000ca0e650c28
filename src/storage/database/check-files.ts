import { fstatSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { closeAfter, type FileId, openOwnFile, statOwnFile } from '../own-files/open-own-file.js';
import { OwnFileError } from '../own-files/own-file-error.js';
import { readBytes } from '../own-files/read-own-file.js';
import { StorageError } from '../storage-error.js';
import { describeFailure, shortName } from './describe-failure.js';
import { sweepDrafts } from './drafts.js';

/** What is found under the name of a database without asking SQLite. */
export type FoundFile =
  | { readonly kind: 'missing' }
  /** No database, or an empty one that never got a table; `hasLog`: a log was left that belongs to neither. */
  | { readonly kind: 'nothing'; readonly hasLog: boolean }
  | { readonly kind: 'database'; readonly id: number; readonly fileId: FileId };

/**
 * Looks at a database and the files next to it before SQLite does. SQLite follows links, waits for pipes, and deletes
 * the file that a planted rollback journal names. Throws a `StorageError` for everything that it must not open.
 */
export async function checkFiles(file: string, rebuilding?: string): Promise<FoundFile> {
  try {
    sweepDrafts(file);
    return await inspectFiles(file, rebuilding).catch((error: unknown) => {
      if (!(error instanceof OwnFileError) || error.problem !== 'hard-link') throw error;
      // Another process named its draft since, and may have died before it removed the other name.
      sweepDrafts(file);
      return inspectFiles(file, rebuilding);
    });
  } catch (error) {
    throw explainOwnFile(file, error);
  }
}

async function inspectFiles(file: string, rebuilding?: string): Promise<FoundFile> {
  // The log first: a process that makes the database makes its log afterwards, so a log that is seen before a missing
  // database was left behind.
  const log = statOwnFile(`${file}-wal`);
  statOwnFile(`${file}-shm`);
  await expectNoJournal(file);
  const found = statOwnFile(file);
  const hasLog = log !== undefined && log.size > 0;
  if (found === undefined) return hasLog ? { kind: 'nothing', hasLog } : { kind: 'missing' };
  const header = readHeader(file);
  if (header.byteLength === 0) return { kind: 'nothing', hasLog };
  if (header.byteLength < HEADER_BYTES || !header.subarray(0, FORMAT.byteLength).equals(FORMAT)) {
    throw describeFailure(file, { code: 'SQLITE_NOTADB', rebuilding });
  }
  if (header[WRITE_VERSION] !== WAL || header[READ_VERSION] !== WAL) throw inRollbackMode(file);
  return { kind: 'database', id: header.readUInt32BE(APPLICATION_ID), fileId: found };
}

/** The same error, named as all errors of a database are. */
export function explainOwnFile(file: string, error: unknown): unknown {
  if (!(error instanceof OwnFileError)) return error;
  const outer = `${path.dirname(path.dirname(file))}${path.sep}`;
  return new StorageError('unsafe', error.message.replaceAll(outer, ''), { cause: error });
}

/** SQLite's file format: https://sqlite.org/fileformat.html */
const FORMAT = Buffer.from('SQLite format 3\0');
const HEADER_BYTES = 100;
const WRITE_VERSION = 18;
const READ_VERSION = 19;
const WAL = 2;
const APPLICATION_ID = 68;
/** A rollback journal that ends with this names a super-journal, and SQLite may delete the file of that name. */
const SUPER_JOURNAL = Buffer.from('d9d505f920a163d7', 'hex');

/** Another program, such as one that copies databases, may have a journal for a moment; Witan never has one. */
async function expectNoJournal(file: string): Promise<void> {
  const journal = `${file}-journal`;
  let end = readEnd(journal);
  if (end !== undefined && !end.equals(SUPER_JOURNAL)) {
    await delay(JOURNAL_RETRY_MS);
    end = readEnd(journal);
  }
  if (end === undefined) return;
  const what = end.equals(SUPER_JOURNAL) ? 'names another file that SQLite would delete' : 'is not empty';
  throw new StorageError(
    'unsafe',
    `${shortName(journal)} ${what}, and Witan never makes such a journal, so nothing was opened; ` +
      'move it away together with its database, or run `witan init --adopt`, which does',
  );
}

const JOURNAL_RETRY_MS = 200;

function inRollbackMode(file: string): StorageError {
  return new StorageError(
    'foreign',
    `${shortName(file)} is not in the mode that Witan gives its databases, so another program made it; ` +
      'move it away, or use another data folder',
  );
}

/** The last bytes of a file; undefined if it is empty or not there. */
function readEnd(file: string): Buffer | undefined {
  return closeAfter(openOwnFile(file, 'read'), (descriptor) => {
    const { size } = fstatSync(descriptor);
    if (size === 0) return undefined;
    const length = Math.min(size, SUPER_JOURNAL.byteLength);
    return readBytes(descriptor, size - length, length);
  });
}

function readHeader(file: string): Buffer {
  const header = closeAfter(openOwnFile(file, 'read'), (descriptor) => readBytes(descriptor, 0, HEADER_BYTES));
  return header ?? Buffer.alloc(0);
}
