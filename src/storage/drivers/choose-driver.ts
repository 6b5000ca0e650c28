import { homedir } from 'node:os';
import { join } from 'node:path';
import { configFolder } from '../../kernel/config-folder.js';
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
  } catch {
    // Not installed with Witan, or compiled for another Node: the user may have installed it for Witan alone.
  }
  const folder = join(configFolder(homedir(), process.env), 'sqlite');
  try {
    return load.betterSqlite3(folder);
  } catch (error) {
    throw new StorageError('no-driver', explain(error, folder), { cause: error });
  }
}

interface Loaders {
  nodeSqlite(): SqliteDriver | undefined;
  betterSqlite3(folder?: string): SqliteDriver;
}

const LOADERS: Loaders = { nodeSqlite: loadNodeSqlite, betterSqlite3: loadBetterSqlite3 };

/** The commands install into a folder of Witan's own, so they work for every kind of install and change no project. */
function explain(error: unknown, folder: string): string {
  const isMissing = errorCode(error) === 'MODULE_NOT_FOUND';
  const cause = isMissing ? 'is not installed' : 'cannot be loaded by this Node (it was compiled for another one)';
  const command = isMissing ? 'npm install better-sqlite3@12' : 'npm rebuild better-sqlite3';
  return `no SQLite: Node ${process.versions.node} has none, and the package better-sqlite3 ${cause}; use Node 22.13 or later, or run \`${command} --prefix "${folder}"\``;
}
