import type { Logger } from '../../kernel/logger.js';
import { StorageError } from '../storage-error.js';
import type { Connection, ReadConnection } from './connection.js';
import { shortName } from './describe-failure.js';
import type { Session } from './session.js';

/** One step of a schema. A step that was published never changes; the next one corrects it. */
export interface Migration {
  readonly name: string;
  apply(connection: Connection): void;
}

export interface MigrateOptions {
  readonly file: string;
  readonly migrations: readonly Migration[];
  readonly logger: Logger;
}

/** Brings the schema to where the program is. Its version is the number of migrations that were applied. */
export async function migrate(session: Session, { file, migrations, logger }: MigrateOptions): Promise<void> {
  if ((await checkVersion(file, session, migrations.length)) === migrations.length) return;
  // A table that is rebuilt is dropped first: with foreign keys on, that would delete the rows that refer to it.
  await session.outsideTransaction((connection) => connection.exec('PRAGMA foreign_keys = OFF'));
  for (const [version, migration] of migrations.entries()) {
    const isMine = await session.transact('BEGIN IMMEDIATE', (connection) => apply(connection, version, migration));
    if (isMine) logger.log('info', 'database.migrated', { file, version: version + 1, name: migration.name });
  }
  await session.outsideTransaction((connection) => connection.exec('PRAGMA foreign_keys = ON'));
  // Also makes SQLite read the schema again: it would continue with the one it saw before another process changed it.
  await checkVersion(file, session, migrations.length);
}

async function checkVersion(file: string, session: Session, known: number): Promise<number> {
  return session.transact('BEGIN', (connection) => expectUsableVersion(file, connection, known));
}

/** Refuses a file that this program must not touch; nothing was written to it so far. */
export function expectUsableVersion(file: string, connection: ReadConnection, known: number): number {
  const version = versionOf(connection);
  const tables = Number(connection.first('SELECT count(*) AS tables FROM sqlite_schema')?.tables);
  if (version > known) {
    throw new StorageError(
      'newer',
      `${shortName(file)} was written by a newer version of this program (schema ${version}, this one knows ${known}); ` +
        'update the program, or use another data folder',
    );
  }
  if (version < 0 || (version === 0 && tables > 0)) {
    throw new StorageError(
      'foreign',
      `${shortName(file)} is a database of another program; move it away, or use another data folder`,
    );
  }
  return version;
}

/** A newer program may update the file while this one runs: what this one then wrote could harm. */
export function expectVersion(file: string, connection: ReadConnection, known: number): void {
  const version = versionOf(connection);
  if (version === known) return;
  throw new StorageError(
    'newer',
    `${shortName(file)} was updated by another version of this program while it was open (schema ${version} instead of ${known}); ` +
      'restart this one with that version',
  );
}

/** False if another process was quicker: the version is read under the lock that both wanted. */
function apply(connection: Connection, version: number, migration: Migration): boolean {
  if (versionOf(connection) !== version) return false;
  migration.apply(connection);
  const [orphan] = connection.all('PRAGMA foreign_key_check');
  if (orphan !== undefined) {
    throw new Error(`the migration "${migration.name}" leaves rows in ${String(orphan.table)} that refer to nothing`);
  }
  connection.exec(`PRAGMA user_version = ${version + 1}`);
  return true;
}

function versionOf(connection: ReadConnection): number {
  return Number(connection.first('PRAGMA user_version')?.user_version);
}
