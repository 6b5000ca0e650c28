import { setTimeout as delay } from 'node:timers/promises';
import type { SqliteDriver } from './drivers/sqlite-driver.js';

/**
 * Moves the write-ahead log into the file and empties it: until then the log has the full text of deleted rows. Uses
 * its own connection, because SQLite refuses it inside a transaction. False if another process reads all the time.
 */
export async function truncateLog(driver: SqliteDriver, file: string): Promise<boolean> {
  const connection = driver.open(file, { readOnly: false });
  try {
    const checkpoint = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
    for (let attempt = 1; ; attempt++) {
      if (isDone(() => checkpoint.all([])[0]?.busy, driver)) return true;
      if (attempt === MAX_ATTEMPTS) return false;
      await delay(PAUSE_MS);
    }
  } finally {
    connection.close();
  }
}

const MAX_ATTEMPTS = 20;
const PAUSE_MS = 50;

function isDone(checkpoint: () => unknown, driver: SqliteDriver): boolean {
  try {
    return checkpoint() === 0;
  } catch (error) {
    if (driver.resultCode(error) === 'SQLITE_BUSY') return false;
    throw error;
  }
}
