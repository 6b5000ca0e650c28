import { execFile } from 'node:child_process';
import type { SqliteDriver } from '../drivers/sqlite-driver.js';
import { DISTRUST } from '../drivers/sqlite-driver.js';
import { StorageError } from '../storage-error.js';
import { describeFailure, shortName } from './describe-failure.js';

export interface TreeOptions {
  /** As messages call it. */
  readonly file: string;
  /** What is opened. */
  readonly path: string;
  readonly driver: SqliteDriver;
}

/**
 * Refuses a database whose pages refer to each other in circles or many times: reading it would never end. SQLite cannot
 * be interrupted while it reads, so another process looks first, and is killed if it takes too long.
 */
export async function checkTree({ file, path, driver }: TreeOptions): Promise<void> {
  const exitCode = await new Promise<unknown>((resolve) => {
    const args = ['-e', LOOK, driver.name, import.meta.url, path];
    const options = { timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL' } as const;
    execFile(process.execPath, args, options, (error) => resolve(error === null ? 0 : error.code));
  });
  if (exitCode === 0) return;
  throw exitCode === DAMAGED ? describeFailure(file, { code: 'SQLITE_CORRUPT' }) : takesTooLong(file);
}

/** An exit code that Node itself does not use. */
const DAMAGED = 50;
const TIME_LIMIT_MS = 5_000;

/** Its second thread ends it if this process dies first. */
const LOOK = `
const [name, url, file] = process.argv.slice(1);
const { Worker } = require('node:worker_threads');
new Worker("setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${TIME_LIMIT_MS})", { eval: true });
const Database =
  name === 'node:sqlite'
    ? process.getBuiltinModule(name).DatabaseSync
    : require('node:module').createRequire(url)('better-sqlite3');
const database = new Database(file);
database.exec('${DISTRUST}');
let result;
try {
  [result] = database.prepare('PRAGMA quick_check(1)').all().flatMap(Object.values);
} catch {}
process.exit(result === 'ok' ? 0 : ${DAMAGED});
`;

function takesTooLong(file: string): StorageError {
  return new StorageError(
    'busy',
    `${shortName(file)} cannot be looked at in time, and is not used; if it is yours, try again, otherwise move it away`,
  );
}
