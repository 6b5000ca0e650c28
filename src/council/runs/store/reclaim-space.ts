import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '../../../kernel/logger.js';
import type { Connection, Database, SqliteDriver } from '../../../storage/index.js';

interface Space {
  readonly database: Database;
  readonly driver: SqliteDriver;
  readonly logger: Logger;
}

/**
 * From now on this connection overwrites what it deletes instead of only freeing it. Also for writers: a row that
 * grows leaves its old content behind, which could not be erased afterwards.
 */
export function eraseWhatIsDeleted(connection: Connection): void {
  connection.exec('PRAGMA secure_delete = ON');
}

/**
 * Makes a file that can be shrunk step by step. SQLite wants to know this before the first table, or to write the
 * whole file, which is cheap while it is nearly empty.
 */
export async function makeShrinkable(space: Space): Promise<void> {
  const { database } = space;
  const mode = await database.read((connection) => connection.first<{ auto_vacuum: number }>('PRAGMA auto_vacuum'));
  const pages = await database.read((connection) => connection.first<{ page_count: number }>('PRAGMA page_count'));
  if (mode?.auto_vacuum === INCREMENTAL || (pages?.page_count ?? 0) > MAX_PAGES) return;
  runOutsideTransaction(space, `PRAGMA auto_vacuum = ${INCREMENTAL}; VACUUM`);
}

const INCREMENTAL = 2;
// About 4 MB: a longer file of an earlier version stays as it is, since everything would wait while it is rewritten.
const MAX_PAGES = 1_000;

/** Gives the room of what was deleted back to the disk, and takes it out of the write-ahead log too. */
export async function reclaimSpace(space: Space): Promise<void> {
  const { database, logger } = space;
  try {
    await shrink(database);
  } catch (error) {
    // What was to be deleted is deleted: no reason to call that a failure.
    logger.log('debug', 'runs.room_not_reclaimed', { file: database.file, reason: String(error) });
  }
  runOutsideTransaction(space, 'PRAGMA wal_checkpoint(TRUNCATE)');
}

async function shrink(database: Database): Promise<void> {
  for (;;) {
    const before = await database.read(freePages);
    if (before === 0) break;
    await database.write((connection) => connection.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`));
    // A file that could not be made so is not shrunk by this.
    if ((await database.read(freePages)) >= before) break;
    await nextTurn();
  }
}

// Some milliseconds of work: everything else in this process gets its turn in between.
const PAGES_AT_ONCE = 500;

function freePages(connection: Pick<Connection, 'first'>): number {
  return connection.first<{ freelist_count: number }>('PRAGMA freelist_count')?.freelist_count ?? 0;
}

/**
 * What SQLite does not do inside a transaction, over a separate connection. Another process may be using it: then it
 * is left for the next time, and nothing is lost but room.
 */
function runOutsideTransaction({ database, driver, logger }: Space, script: string): void {
  try {
    const connection = driver.open(database.file, { readOnly: false });
    try {
      connection.exec(script);
    } finally {
      connection.close();
    }
  } catch (error) {
    logger.log('debug', 'runs.room_not_reclaimed', { file: database.file, reason: String(error) });
  }
}
