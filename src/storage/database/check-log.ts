import { closeAfter, openOwnFile } from '../own-files/open-own-file.js';
import { readBytes } from '../own-files/read-own-file.js';
import { StorageError } from '../storage-error.js';
import { withCreationLock } from './creation-lock.js';
import { shortName } from './describe-failure.js';
import { isInUse } from './lock-holder.js';
import { moveAside } from './move-aside.js';
import type { OpenContext } from './open-context.js';

/**
 * Refuses a log with changes that Witan did not make: a project may bring one for a database that is the user's own,
 * and SQLite would read it into that. Every transaction of ours writes the first page, which has the id of its database.
 */
export async function expectOwnLog(id: number, context: OpenContext): Promise<void> {
  const { file, readOnly, clock } = context;
  const log = `${file}-wal`;
  if (isOwnLog(log, id)) return;
  if (readOnly) throw foreignLog(log, MOVE_IT_AWAY);
  await withCreationLock(file, context, async () => {
    // Another process may have moved it already.
    if (isOwnLog(log, id)) return;
    // A log that is moved while a program writes to it would damage the database.
    if (await isInUse(file)) throw foreignLog(log, MOVE_IT_AWAY);
    const aside = moveAside(file, clock.now(), ['-wal']);
    throw foreignLog(log, `it was moved to ${aside}-wal, and the next use works without it`);
  });
}

const MOVE_IT_AWAY = 'end the programs that use this database; if the file is still there, move it away';

function foreignLog(log: string, fix: string): StorageError {
  return new StorageError(
    'unsafe',
    `${shortName(log)} has changes that Witan did not make to this database, so nothing was opened; ${fix}`,
  );
}

function isOwnLog(log: string, id: number): boolean {
  return closeAfter(openOwnFile(log, 'read'), (descriptor) => hasOnlyOwnCommits(descriptor, id)) ?? true;
}

/** Reads what SQLite would read, and no further. See "The Write-Ahead Log" in https://sqlite.org/fileformat.html */
function hasOnlyOwnCommits(descriptor: number, id: number): boolean {
  const header = readBytes(descriptor, 0, LOG_HEADER_BYTES);
  if (header.byteLength < LOG_HEADER_BYTES) return true;
  const pageSize = header.readUInt32BE(PAGE_SIZE);
  if (!PAGE_SIZES.has(pageSize)) return false;
  const frameBytes = FRAME_HEADER_BYTES + pageSize;
  const addToSum = createChecksum(header.readUInt32BE(0));
  addToSum(header.subarray(0, 24));
  let hasOwnHeader = false;
  for (let at = LOG_HEADER_BYTES; at < MAX_LOG_BYTES; at += frameBytes) {
    const frame = readBytes(descriptor, at, frameBytes);
    if (frame.byteLength < frameBytes || !frame.subarray(8, 16).equals(header.subarray(16, 24))) return true;
    addToSum(frame.subarray(0, 8));
    const [first, second] = addToSum(frame.subarray(FRAME_HEADER_BYTES));
    // The rest is of a transaction that was not finished, or of an earlier log in the same file.
    if (frame.readUInt32BE(16) !== first || frame.readUInt32BE(20) !== second) return true;
    if (frame.readUInt32BE(0) === 1) {
      if (frame.readUInt32BE(FRAME_HEADER_BYTES + APPLICATION_ID) !== id) return false;
      hasOwnHeader = true;
    }
    const isCommit = frame.readUInt32BE(4) !== 0;
    if (isCommit && !hasOwnHeader) return false;
    if (isCommit) hasOwnHeader = false;
  }
  return false;
}

/** SQLite's checksum of a log, continued with every call. The lowest bit of the log's first word is its byte order. */
function createChecksum(magic: number): (bytes: Uint8Array) => readonly [number, number] {
  const isLittleEndian = (magic & 1) === 0;
  let first = 0;
  let second = 0;
  return (bytes) => {
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.byteLength; at += 8) {
      first = (first + words.getUint32(at, isLittleEndian) + second) >>> 0;
      second = (second + words.getUint32(at + 4, isLittleEndian) + first) >>> 0;
    }
    return [first, second];
  };
}

const LOG_HEADER_BYTES = 32;
const PAGE_SIZE = 8;
const PAGE_SIZES: ReadonlySet<number> = new Set([512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536]);
const FRAME_HEADER_BYTES = 24;
const APPLICATION_ID = 68;
/** SQLite empties a log long before; reading this much takes about a second. */
const MAX_LOG_BYTES = 256 * 1024 * 1024;
