import { randomInt } from 'node:crypto';
import { closeSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { createOwnFile } from '../own-files/open-own-file.js';
import { makeDataFolder } from '../own-files/own-folder.js';
import { StorageError } from '../storage-error.js';
import { checkFiles, explainOwnFile } from './check-files.js';
import type { Connection } from './connection.js';
import { withCreationLock } from './creation-lock.js';
import { shortName } from './describe-failure.js';
import { nameDraft, newDraftName, removeDraft } from './drafts.js';
import { listDatabase } from './known-file.js';
import { migrate } from './migrate.js';
import { moveAside } from './move-aside.js';
import type { OpenContext } from './open-context.js';
import { openSession } from './session.js';

/**
 * Makes the database if there is none. It is finished under another name and gets its own at the end, so that no process
 * ever sees it half made or in SQLite's rollback mode, whenever its creator dies.
 */
export async function createFile(context: OpenContext): Promise<void> {
  const { file, clock, logger } = context;
  try {
    makeDataFolder(path.dirname(file));
    await withCreationLock(file, context, async () => {
      const found = await checkFiles(file);
      if (found.kind === 'database') return;
      // An empty file, or a log without its database: SQLite would read that log into the new one.
      if (found.kind === 'nothing') logger.log('warn', 'database.moved_aside', { to: moveAside(file, clock.now()) });
      await createUnderLock(context);
    });
  } catch (error) {
    throw explainCreation(file, error);
  }
}

async function createUnderLock(context: OpenContext): Promise<void> {
  const draft = newDraftName(context.file);
  try {
    const id = newDatabaseId();
    await makeDraft(draft, id, context);
    // Before it has its name: a database that is not listed is not used.
    await listDatabase(id, context);
    nameDraft(draft, context.file);
  } catch (error) {
    removeDraft(draft);
    throw error;
  }
}

/** Kept in the file's header as its application id, so that it can be read without SQLite; 0 means none. */
export function newDatabaseId(): number {
  return randomInt(1, 2 ** 32);
}

async function makeDraft(draft: string, id: number, context: OpenContext): Promise<void> {
  const descriptor = createOwnFile(draft);
  if (descriptor === undefined) throw new Error('a draft of a database has the name of another one');
  closeSync(descriptor);
  const session = openSession({ ...context, readOnly: false, path: draft });
  try {
    await session.outsideTransaction((connection) => {
      switchToWal(context.file, connection);
      // Nothing of it is needed before it has its name; the checkpoint writes all of it to the disk.
      connection.exec('PRAGMA synchronous = OFF');
    });
    await migrate(session, context);
    await session.outsideTransaction((connection) => {
      connection.exec('PRAGMA synchronous = FULL');
      writeId(connection, id);
    });
  } finally {
    session.close();
  }
}

/** Readers and the one writer do not disturb each other. The setting stays in the file. */
export function switchToWal(file: string, connection: Connection): void {
  if (connection.first('PRAGMA journal_mode = WAL')?.journal_mode === 'wal') return;
  throw new StorageError(
    'unreachable',
    `${shortName(file)} is in a folder without shared memory (a network drive?); put the data folder on a local disk`,
  );
}

/** Into the header of the file itself, not only into its log. False if another connection is in the way. */
export function writeId(connection: Connection, id: number): boolean {
  connection.exec(`PRAGMA application_id = ${id | 0}`);
  return connection.first<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0;
}

function explainCreation(file: string, error: unknown): unknown {
  const code = errorCode(error);
  if (error instanceof StorageError || code === undefined || !/^E[A-Z]+$/.test(code))
    return explainOwnFile(file, error);
  return new StorageError(
    'unreachable',
    `${shortName(file)} cannot be created (${code}); check its folder and the permissions there`,
    { cause: error },
  );
}
