import { errorCode } from '../../kernel/error-code.js';
import { StorageError } from '../storage-error.js';
import { loadBetterSqlite3 } from './better-sqlite3.js';
import { loadNodeSqlite } from './node-sqlite.js';
import type { SqliteDriver } from './sqlite-driver.js';

/** Which SQLite this program uses here, for people who ask. Throws a StorageError if there is none. */
export function sqliteDriver(): { readonly name: string; readonly version: string } {
  const { name, version } = chooseDriver();
  return { name, version };
}

/** Node's own SQLite where there is one: nothing to install, nothing compiled for another Node. */
export function chooseDriver(load: Loaders = LOADERS): SqliteDriver {
  const builtIn = load.nodeSqlite();
  if (builtIn !== undefined) return builtIn;
  try {
    return load.betterSqlite3();
  } catch (error) {
    throw new StorageError('no-driver', describeMissingDriver(error), { cause: error });
  }
}

interface Loaders {
  nodeSqlite(): SqliteDriver | undefined;
  betterSqlite3(): SqliteDriver;
}

const LOADERS: Loaders = { nodeSqlite: loadNodeSqlite, betterSqlite3: loadBetterSqlite3 };

function describeMissingDriver(error: unknown): string {
  const missing = errorCode(error) === 'MODULE_NOT_FOUND';
  const cause = missing
    ? 'the package better-sqlite3 is not installed'
    : 'the package better-sqlite3 cannot be loaded by this Node (it was compiled for another one, or not at all)';
  const command = missing ? 'npm install better-sqlite3@12' : 'npm rebuild better-sqlite3';
  return `no SQLite: Node ${process.versions.node} brings none and ${cause}; use Node 22.13 or later, or run \`${command}\``;
}
