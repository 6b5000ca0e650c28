import { closeSync, existsSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../kernel/clock.js';
import { errorCode } from '../../kernel/error-code.js';
import { silentLogger } from '../../kernel/logger.js';
import { chooseDriver } from '../drivers/choose-driver.js';
import { openOrCreateOwnFile } from '../own-files/open-own-file.js';
import { OwnFileError } from '../own-files/own-file-error.js';
import { makeOwnFolder } from '../own-files/own-folder.js';
import { StorageError } from '../storage-error.js';
import type { Connection } from './connection.js';
import type { Database, DatabaseOptions } from './database.js';
import { shortName } from './describe-failure.js';
import { expectUsableVersion, migrate } from './migrate.js';
import { openSession, type Session } from './session.js';

/** Opens a database with the schema of this program, and creates or updates it first where that is needed. */
export async function openDatabase<Schema = unknown>(
  file: string,
  options: DatabaseOptions,
): Promise<Database<Schema>> {
  const { migrations, readOnly = false, driver = chooseDriver(), lockTimeoutMs = 5_000 } = options;
  const { clock = systemClock, logger = silentLogger, rebuilding } = options;
  if (!readOnly) createFile(file);
  else if (!existsSync(file)) throw missing(file);
  const session = openSession({ file, driver, readOnly, clock, logger, lockTimeoutMs, rebuilding });
  try {
    // Before anything is written: a database of another program, or of a newer version, stays as it is.
    await session.transact('BEGIN', (connection) => {
      const version = expectUsableVersion(file, connection, migrations.length);
      if (readOnly && version !== migrations.length) throw tooOld(file);
    });
    if (!readOnly) await update(session, { file, migrations, logger });
    // With it comes the query builder, which callers that only write plain files do not need.
    const { createDatabase } = await import('./create-database.js');
    return createDatabase({ file, driver, readOnly, migrations, session, clock });
  } catch (error) {
    closeQuietly(session);
    throw error;
  }
}

/** An empty file is a database without tables. SQLite gives the files next to it the same permissions. */
function createFile(file: string): void {
  try {
    makeOwnFolder(path.dirname(file));
    if (!existsSync(file)) closeSync(openOrCreateOwnFile(file, 'append'));
  } catch (error) {
    if (error instanceof OwnFileError) throw new StorageError('unreachable', error.shortMessage, { cause: error });
    const code = errorCode(error) ?? '';
    if (error instanceof StorageError || !/^E[A-Z]+$/.test(code)) throw error;
    throw new StorageError(
      'unreachable',
      `${shortName(file)} cannot be created (${code}); check its folder and the permissions there`,
      { cause: error },
    );
  }
}

function missing(file: string): StorageError {
  return new StorageError('missing', `there is no database ${shortName(file)}; it is made when something is stored`);
}

async function update(session: Session, { file, migrations, logger }: Parameters<typeof migrate>[1]): Promise<void> {
  await session.outsideTransaction((connection) => {
    switchToWal(file, connection);
    // What was acknowledged survives a power cut. No mmap_size: a file that shrinks under a mapping ends the process.
    connection.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  });
  await migrate(session, { file, migrations, logger });
}

/** Readers and the one writer do not disturb each other. The setting stays in the file. */
function switchToWal(file: string, connection: Connection): void {
  if (connection.first('PRAGMA journal_mode = WAL')?.journal_mode === 'wal') return;
  throw new StorageError(
    'unreachable',
    `${shortName(file)} is in a folder without shared memory (a network drive?); put the data folder on a local disk`,
  );
}

function tooOld(file: string): StorageError {
  return new StorageError(
    'older',
    `${shortName(file)} has an older schema than this program; let the program open it for writing once`,
  );
}

function closeQuietly(session: Session): void {
  try {
    session.close();
  } catch {
    // The earlier error is the one to report.
  }
}
