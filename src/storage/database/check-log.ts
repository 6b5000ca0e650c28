import { closeSync, fstatSync } from 'node:fs';
import { openOwnFile } from '../own-files/open-own-file.js';
import { readBytes } from '../own-files/read-own-file.js';
import { StorageError } from '../storage-error.js';
import { shortName } from './describe-failure.js';

/**
 * Refuses a log that carries the header of another database: a project may bring one for a database that is the user's
 * own, and SQLite would read it into that. Every header in our own log has the id of its database.
 */
export function expectOwnLog(file: string, id: number): void {
  const log = `${file}-wal`;
  const descriptor = openOwnFile(log, 'read');
  if (descriptor === undefined) return;
  try {
    if (!headerIds(descriptor).every((found) => found === id)) throw otherLog(log);
  } finally {
    closeSync(descriptor);
  }
}

function otherLog(log: string): StorageError {
  return new StorageError(
    'unsafe',
    `${shortName(log)} belongs to another database, so nothing was opened; move that file away`,
  );
}

/** The ids in every copy of the first page. See "The Write-Ahead Log" in https://sqlite.org/fileformat.html */
function headerIds(descriptor: number): number[] {
  const { size } = fstatSync(descriptor);
  const header = readBytes(descriptor, 0, LOG_HEADER_BYTES);
  if (header.byteLength < LOG_HEADER_BYTES) return [];
  const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(PAGE_SIZE);
  const ids: number[] = [];
  for (let at = LOG_HEADER_BYTES; at + frameBytes <= size; at += frameBytes) {
    const isFirstPage = readBytes(descriptor, at, 4).readUInt32BE() === 1;
    if (isFirstPage) ids.push(readBytes(descriptor, at + FRAME_HEADER_BYTES + APPLICATION_ID, 4).readUInt32BE());
  }
  return ids;
}

const LOG_HEADER_BYTES = 32;
const PAGE_SIZE = 8;
const FRAME_HEADER_BYTES = 24;
const APPLICATION_ID = 68;
