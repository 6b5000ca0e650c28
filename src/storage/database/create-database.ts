import type { Clock } from '../../kernel/clock.js';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import type { SqliteDriver } from '../drivers/sqlite-driver.js';
import { StorageError } from '../storage-error.js';
import type { Connection } from './connection.js';
import type { Database } from './database.js';
import { findDamage } from './integrity.js';
import { createQueries, type Way } from './kysely-dialect.js';
import { expectVersion, type Migration } from './migrate.js';
import type { Session } from './session.js';

export interface DatabaseParts {
  readonly file: string;
  readonly driver: SqliteDriver;
  readonly readOnly: boolean;
  readonly migrations: readonly Migration[];
  readonly session: Session;
  readonly clock: Clock;
}

export function createDatabase<Schema>(parts: DatabaseParts): Database<Schema> {
  const { file, driver, readOnly, migrations, session, clock } = parts;
  const inOrder = oneAtATime();

  const guarded =
    <Value>(work: (connection: Connection) => Value) =>
    (connection: Connection): Value => {
      expectVersion(file, connection, migrations.length);
      return work(connection);
    };

  const read: Way = (work) => session.transact('BEGIN', guarded(work));

  const write: Database['write'] = (work, { waitsForDisk } = {}) => {
    const since = clock.elapsed();
    return inOrder(() => session.transact('BEGIN IMMEDIATE', guarded(work), { since, waitsForDisk }));
  };

  async function checkIntegrity(): Promise<string[]> {
    try {
      return await read(findDamage);
    } catch (error) {
      if (error instanceof StorageError && error.fault === 'corrupt') return [error.message];
      throw error;
    }
  }

  async function close(): Promise<void> {
    if (!readOnly) await session.outsideTransaction(moveLogIntoFile).catch(() => undefined);
    session.close();
  }

  let closing: Promise<void> | undefined;
  return {
    file,
    driver: { name: driver.name, version: driver.version },
    queries: createQueries<Schema>({ read, write }),
    read,
    write,
    dataVersion: () => read((connection) => connection.dataVersion()),
    checkIntegrity,
    close() {
      closing ??= inOrder(close);
      return closing;
    },
  };
}

// As far as no reader is in the way. Where it fails nothing is lost: the log is read, or moved, at the next opening.
function moveLogIntoFile(connection: Connection): void {
  connection.all('PRAGMA wal_checkpoint(PASSIVE)');
}
