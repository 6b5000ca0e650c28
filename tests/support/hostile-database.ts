import { readFileSync, writeFileSync } from 'node:fs';
import type { Row } from '../../src/storage/drivers/sqlite-driver.js';
import { sqliteDrivers } from './sqlite-drivers.js';

/** A statement as another program would run it. */
export function runSql(file: string, sql: string): void {
  const connection = sqliteDrivers[0]?.open(file, { readOnly: false });
  connection?.exec(sql);
  connection?.close();
}

export function readSql(file: string, sql: string): Row[] {
  const connection = sqliteDrivers[0]?.open(file, { readOnly: false });
  const rows = connection?.prepare(sql).all([]) ?? [];
  connection?.close();
  return rows;
}

/** A database in rollback mode beside a journal that names the victim as its super-journal: SQLite deletes the victim. */
export function plantSuperJournal(file: string, victim: string): void {
  writeFileSync(file, '');
  runSql(file, 'PRAGMA journal_mode = DELETE; CREATE TABLE decisions (id TEXT); PRAGMA user_version = 1');
  writeFileSync(`${file}-journal`, Buffer.concat([journalHeader(), superJournalName(victim)]));
}

/** Any other journal that SQLite would play back into the database. */
export function plantJournal(file: string): void {
  writeFileSync(`${file}-journal`, journalHeader());
}

const JOURNAL_MAGIC = Buffer.from('d9d505f920a163d7', 'hex');
const SECTOR_BYTES = 512;

function journalHeader(): Buffer {
  const header = Buffer.alloc(SECTOR_BYTES);
  JOURNAL_MAGIC.copy(header);
  header.writeUInt32BE(2, 16);
  header.writeUInt32BE(SECTOR_BYTES, 20);
  header.writeUInt32BE(4096, 24);
  return header;
}

function superJournalName(name: string): Buffer {
  const bytes = Buffer.from(name);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32BE(bytes.byteLength, 0);
  trailer.writeUInt32BE(
    bytes.reduce((sum, byte) => sum + byte, 0),
    4,
  );
  const lockPage = Buffer.alloc(4);
  lockPage.writeUInt32BE(0x40000000 / 4096 + 1);
  return Buffer.concat([lockPage, bytes, trailer, JOURNAL_MAGIC]);
}

/** Counts without end, which no time limit of this process could stop. */
export const ENDLESS =
  'WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT count(*) FROM numbers';

/** The log that SQLite writes for a statement, with right checksums and without the page that has the database's id. */
export function logWithoutHeader(file: string, sql: string): Buffer {
  const connection = sqliteDrivers[0]?.open(file, { readOnly: false });
  connection?.exec(sql);
  const log = readFileSync(`${file}-wal`);
  connection?.close();
  const frameBytes = 24 + log.readUInt32BE(8);
  const frames = Array.from({ length: (log.byteLength - 32) / frameBytes }, (_, index) =>
    log.subarray(32 + index * frameBytes, 32 + (index + 1) * frameBytes),
  ).filter((frame) => frame.readUInt32BE(0) !== 1);
  let sum = addToSum([0, 0], log.subarray(0, 24));
  for (const frame of frames) {
    sum = addToSum(addToSum(sum, frame.subarray(0, 8)), frame.subarray(24));
    frame.writeUInt32BE(sum[0], 16);
    frame.writeUInt32BE(sum[1], 20);
  }
  return Buffer.concat([log.subarray(0, 32), ...frames]);
}

type Sum = readonly [number, number];

function addToSum([first, second]: Sum, bytes: Buffer): Sum {
  let sums: Sum = [first, second];
  for (let at = 0; at < bytes.byteLength; at += 8) {
    const next = (sums[0] + bytes.readUInt32LE(at) + sums[1]) >>> 0;
    sums = [next, (sums[1] + bytes.readUInt32LE(at + 4) + next) >>> 0];
  }
  return sums;
}

/** Lets every entry of a table's tree lead to the same page below it, so many levels deep that a count never ends. */
export function makeTreeEndless(file: string, table: string): void {
  const [{ rootpage = 1 } = {}] = table === 'sqlite_schema' ? [] : readSql(file, rootOf(table));
  const pages = pagesOf(readFileSync(file));
  const root = pages[Number(rootpage) - 1] ?? Buffer.alloc(0);
  const headerAt = rootpage === 1 ? 100 : 0;
  let child = pages.push(leafLike(root, headerAt));
  for (let level = 0; level < 16; level++) child = pages.push(branch(child, 0));
  branch(child, headerAt).copy(root, headerAt, headerAt);
  pages[0]?.writeUInt32BE(pages.length, 28);
  writeFileSync(file, Buffer.concat(pages));
}

const rootOf = (table: string) => `SELECT rootpage FROM sqlite_schema WHERE name = '${table}'`;
const PAGE_BYTES = 4096;

function pagesOf(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.byteLength / PAGE_BYTES }, (_, index) =>
    bytes.subarray(index * PAGE_BYTES, (index + 1) * PAGE_BYTES),
  );
}

/** The same cells on a page that is not the first. */
function leafLike(root: Buffer, headerAt: number): Buffer {
  const leaf = Buffer.from(root);
  leaf.copyWithin(0, headerAt, headerAt + 8 + 2 * root.readUInt16BE(headerAt + 3));
  return leaf;
}

function branch(child: number, headerAt: number): Buffer {
  const page = Buffer.alloc(PAGE_BYTES);
  const count = 500;
  page[headerAt] = 5;
  page.writeUInt16BE(count, headerAt + 3);
  page.writeUInt16BE(PAGE_BYTES - count * 5, headerAt + 5);
  page.writeUInt32BE(child, headerAt + 8);
  for (let cell = 0; cell < count; cell++) {
    const at = PAGE_BYTES - (cell + 1) * 5;
    page.writeUInt32BE(child, at);
    page[at + 4] = 1;
    page.writeUInt16BE(at, headerAt + 12 + cell * 2);
  }
  return page;
}
