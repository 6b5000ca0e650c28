import { loadBetterSqlite3 } from '../../src/storage/drivers/better-sqlite3.js';
import { loadNodeSqlite } from '../../src/storage/drivers/node-sqlite.js';
import type { SqliteDriver } from '../../src/storage/index.js';

/** Every driver that the running Node can load. */
export const sqliteDrivers: readonly SqliteDriver[] = [loadNodeSqlite(), betterSqlite3()].filter(
  (driver) => driver !== undefined,
);

if (sqliteDrivers.length === 0) throw new Error('no SQLite driver can be loaded: nothing of storage can be tested');

function betterSqlite3(): SqliteDriver | undefined {
  try {
    return loadBetterSqlite3();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    console.log(`better-sqlite3 is not tested on Node ${process.versions.node}: ${reason}`);
    return undefined;
  }
}
