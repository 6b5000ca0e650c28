import type { SqliteDriver } from './drivers/sqlite-driver.js';
import { truncateLog } from './truncate-log.js';

/**
 * Rewrites a database, so that neither its file nor its log has anything of what was deleted or replaced. The caller
 * has closed it. False if another process uses it: then some of it may be there until that process ends.
 */
export async function eraseDeleted(driver: SqliteDriver, file: string): Promise<boolean> {
  const connection = driver.open(file, { readOnly: false });
  try {
    // In memory: otherwise a copy of the rows would be in a temporary file for a while.
    connection.exec('PRAGMA temp_store = MEMORY; VACUUM');
  } catch (error) {
    if (driver.resultCode(error) !== 'SQLITE_BUSY') throw error;
    return false;
  } finally {
    connection.close();
  }
  return truncateLog(driver, file);
}
