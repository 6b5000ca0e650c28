export { type WriteOptions, writeAtomically } from '../kernel/write-atomically.js';
export {
  adoptDatabase,
  examineUnused,
  moveDatabaseAside,
  type UnusedDatabase,
  whyUnused,
} from './database/adopt-database.js';
export type { Connection, ReadConnection } from './database/connection.js';
export type { Database, DatabaseOptions } from './database/database.js';
export type { Migration } from './database/migrate.js';
export { openDatabase } from './database/open-database.js';
export { sqliteDriver } from './drivers/choose-driver.js';
export type { Row, SqliteDriver, SqlValue } from './drivers/sqlite-driver.js';
export { eraseDeleted } from './erase-deleted.js';
export { blobToFloat32, float32ToBlob, readStoredVector } from './float32-blob.js';
export type { KnownDatabases } from './known-databases.js';
export { StorageError, type StorageFault } from './storage-error.js';
export { truncateLog } from './truncate-log.js';
