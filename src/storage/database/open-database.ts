import { systemClock } from '../../kernel/clock.js';
import { silentLogger } from '../../kernel/logger.js';
import { chooseDriver } from '../drivers/choose-driver.js';
import { StorageError } from '../storage-error.js';
import type { Connection } from './connection.js';
import type { Database, DatabaseOptions } from './database.js';
import { shortName } from './describe-failure.js';
import { rememberIdentity } from './file-identity.js';
import { checkVersion, migrate } from './migrate.js';
import { expectFile, prepareFile } from './prepare-file.js';
import { openSession, type Session } from './session.js';

/** Opens a database with the schema of this program, and creates or updates it first where that is needed. */
export async function openDatabase<Schema = unknown>(
  file: string,
  options: DatabaseOptions,
): Promise<Database<Schema>> {
  const { migrations, readOnly = false, driver = chooseDriver(), patienceMs = 5_000, rebuilding } = options;
  const { clock = systemClock, logger = silentLogger } = options;
  await (readOnly ? expectFile(file) : prepareFile(file));
  const session = openSession({ file, driver, readOnly, clock, logger, patienceMs, rebuilding });
  const identity = rememberIdentity(file);
  try {
    const version = await checkVersion(file, session, migrations.length);
    if (!readOnly) {
      await session.outsideTransaction((connection) => configure(file, connection));
      await migrate(file, session, migrations, logger);
    } else if (version !== migrations.length) throw tooOld(file);
    // With it comes the query builder, which who only writes plain files does not need.
    const { createDatabase } = await import('./create-database.js');
    return createDatabase({ file, driver, readOnly, migrations, session, identity, clock });
  } catch (error) {
    closeQuietly(session);
    throw error;
  }
}

function configure(file: string, connection: Connection): void {
  // Readers and the one writer do not disturb each other. The setting stays in the file.
  const mode = connection.first('PRAGMA journal_mode = WAL')?.journal_mode;
  if (mode !== 'wal') {
    throw new StorageError(
      'unreachable',
      `${shortName(file)} lies in a folder without shared memory (a network drive?); put the data folder on a local disk`,
    );
  }
  // What was acknowledged survives a power cut. No mmap_size: a file that shrinks under a mapping ends the process.
  connection.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
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
    // What went wrong before is what the caller must hear of.
  }
}
