import { statSync } from 'node:fs';
import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import type { SqliteDriver } from '../drivers/sqlite-driver.js';
import { StorageError } from '../storage-error.js';
import { type Connection, createConnection } from './connection.js';
import { describeFailure, shortName } from './describe-failure.js';
import { createLockWaiter } from './wait-for-lock.js';

/** One connection, with what every use of it needs: waiting for locks and readable errors. */
export interface Session {
  /** Runs `work` in a transaction, again if the database was taken. All of it is stored, or nothing. */
  transact<Value>(begin: Begin, work: (connection: Connection) => Value, options?: TransactionOptions): Promise<Value>;
  /** The same without a transaction, for settings that SQLite does not take inside one. */
  outsideTransaction<Value>(work: (connection: Connection) => Value): Promise<Value>;
  close(): void;
}

interface TransactionOptions {
  /** When it was asked for. */
  readonly since?: number;
  /** True unless it is given: see `WriteOptions`. */
  readonly waitsForDisk?: boolean | undefined;
}

/** A reader sees one state of the database; a writer takes the lock before it looks at anything. */
type Begin = 'BEGIN' | 'BEGIN IMMEDIATE';

export interface SessionOptions {
  readonly file: string;
  readonly driver: SqliteDriver;
  readonly readOnly: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lockTimeoutMs: number;
  readonly rebuilding?: string | undefined;
}

export function openSession(options: SessionOptions): Session {
  const { file, driver, readOnly, clock, logger, lockTimeoutMs, rebuilding } = options;
  const opened = withClearErrors(() => driver.open(file, { readOnly }));
  const connection = createConnection(opened);
  const inode = readInode(file);
  let isOpen = true;
  const waitForLock = createLockWaiter({
    file,
    clock,
    lockTimeoutMs,
    isBusy: (error) => BUSY.has(driver.resultCode(error) ?? ''),
    onWait: () => logger.log('debug', 'database.waits', { file }),
  });

  function withClearErrors<Value>(action: () => Value): Value {
    try {
      return action();
    } catch (error) {
      throw describeFailure(file, { code: driver.resultCode(error), cause: error, rebuilding });
    }
  }

  async function attempt<Value>(work: () => Value, since?: number): Promise<Value> {
    try {
      return await waitForLock(() => {
        if (!isOpen) throw new StorageError('closed', `${shortName(file)} was closed; open it again`);
        // SQLite would continue with a file that has lost its name, and what it acknowledged would be lost.
        if (readInode(file) !== inode) throw replaced(file);
        return work();
      }, since);
    } catch (error) {
      throw describeFailure(file, { code: driver.resultCode(error), cause: error, rebuilding });
    }
  }

  return {
    transact: (begin, work, { since, waitsForDisk = true } = {}) =>
      attempt(() => {
        if (waitsForDisk) return inTransaction(connection, begin, work);
        connection.exec('PRAGMA synchronous = NORMAL');
        try {
          return inTransaction(connection, begin, work);
        } finally {
          connection.exec('PRAGMA synchronous = FULL');
        }
      }, since),
    outsideTransaction: (work) => attempt(() => work(connection)),
    close() {
      if (!isOpen) return;
      isOpen = false;
      withClearErrors(() => opened.close());
    },
  };
}

/** While a file is open its inode is not given to another one. */
function readInode(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}

function replaced(file: string): StorageError {
  const cause = `${shortName(file)} was removed or replaced while this program had it open`;
  return new StorageError('unreachable', `${cause}; try again, or restart the program`);
}

// Both mean that another connection is at work; the second is SQLite's word for a race while a lock changes hands.
const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_PROTOCOL']);

function inTransaction<Value>(connection: Connection, begin: Begin, work: (connection: Connection) => Value): Value {
  connection.exec(begin);
  try {
    const value = work(connection);
    // What comes after an await would run outside the transaction, between statements of other callers.
    if (value instanceof Promise)
      throw new Error('a transaction must not wait for anything; prepare everything before');
    connection.exec('COMMIT');
    return value;
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}

function rollBack(connection: Connection): void {
  try {
    connection.exec('ROLLBACK');
  } catch {
    // After some failures, a full disk for one, SQLite has rolled back by itself. The first error is the one to tell.
  }
}
