import path from 'node:path';
import type { FileId } from '../own-files/open-own-file.js';
import { restrictDataFolder, restrictOwnFile } from '../own-files/restrict-own-file.js';
import { StorageError } from '../storage-error.js';
import { checkFiles, explainOwnFile, type FoundFile } from './check-files.js';
import { expectOwnLog } from './check-log.js';
import { createFile, switchToWal } from './create-file.js';
import { withCreationLock } from './creation-lock.js';
import type { Database, DatabaseOptions } from './database.js';
import { shortName } from './describe-failure.js';
import { expectedSchema, schemaDifferences } from './expected-schema.js';
import { rememberIdentity } from './file-identity.js';
import { isKnownFile, notAdopted } from './known-file.js';
import { expectUsableVersion, migrate } from './migrate.js';
import { moveAside } from './move-aside.js';
import { type OpenContext, openContext } from './open-context.js';
import { openSession, type Session } from './session.js';

/**
 * Opens a database with the schema of this program, and creates or updates it first where that is needed. The file may
 * have come with a project from anywhere: SQLite sees it only after everything that can be checked without SQLite, and
 * nothing of it is used before its schema was compared. `file` starts with a real folder, as all own files do.
 */
export async function openDatabase<Schema = unknown>(
  file: string,
  options: DatabaseOptions,
): Promise<Database<Schema>> {
  const context = openContext(file, options);
  const found = await findOrCreate(context);
  if (!(await isKnownFile(found.id, context))) throw notAdopted(file);
  if (context.known !== undefined) await expectOwnLog(found.id, context);
  if (!context.readOnly) restrict(file);
  const session = openSession(context);
  try {
    const identity = rememberIdentity(file, found.fileId);
    identity.expectSameFile();
    await checkContent(session, context);
    if (!context.readOnly) await update(session, context);
    // With it comes the query builder, which callers that only write plain files do not need.
    const { createDatabase } = await import('./create-database.js');
    return createDatabase({ ...context, session, identity });
  } catch (error) {
    closeQuietly(session);
    throw isChanged(error) && !context.readOnly ? await refuse(error, found.fileId, context) : error;
  }
}

type FoundDatabase = Extract<FoundFile, { kind: 'database' }>;

async function findOrCreate(context: OpenContext): Promise<FoundDatabase> {
  const { file, rebuilding, readOnly } = context;
  const found = await checkFiles(file, rebuilding);
  if (found.kind === 'database') return found;
  if (readOnly) throw missing(file);
  await createFile(context);
  const created = await checkFiles(file, rebuilding);
  if (created.kind === 'database') return created;
  throw missing(file);
}

function missing(file: string): StorageError {
  return new StorageError('missing', `there is no database ${shortName(file)}; it is made when something is stored`);
}

/** Earlier versions left more rights to others. */
function restrict(file: string): void {
  try {
    restrictDataFolder(path.dirname(file));
    for (const part of ['', '-wal', '-shm']) restrictOwnFile(`${file}${part}`);
  } catch (error) {
    throw explainOwnFile(file, error);
  }
}

/** Refuses what this program must not use: another version, or a schema with more or less than its migrations make. */
export async function checkContent(session: Session, context: OpenContext): Promise<void> {
  const { file, migrations, driver, readOnly } = context;
  // In one transaction: another process may update the schema at this moment.
  const [difference] = await session.transact('BEGIN', (connection) => {
    const version = expectUsableVersion(file, connection, migrations.length);
    if (readOnly && version !== migrations.length) throw tooOld(file);
    return schemaDifferences(connection, expectedSchema(migrations, version, driver));
  });
  if (difference === undefined) return;
  throw new StorageError(
    'changed',
    `${shortName(file)} is not used: ${difference}; move it away, and a new one is made`,
  );
}

const isChanged = (error: unknown): error is StorageError => error instanceof StorageError && error.fault === 'changed';

/** A changed database is kept for its owner under another name, so that the next use can make a new one. */
export async function refuse(error: StorageError, refused: FileId, context: OpenContext): Promise<StorageError> {
  const { file, clock } = context;
  const aside = await withCreationLock(file, context, async () =>
    // Another process may have moved it already, and made a good one since.
    rememberIdentity(file, refused).isReplaced() ? undefined : moveAside(file, clock.now()),
  );
  if (aside === undefined) return error;
  const [problem] = error.message.split(';', 1);
  return new StorageError('changed', `${problem}; it was moved to ${aside}, and the next use makes a new one`);
}

async function update(session: Session, { file, migrations, logger }: OpenContext): Promise<void> {
  await session.outsideTransaction((connection) => {
    switchToWal(file, connection);
    // What was acknowledged survives a power cut. No mmap_size: a file that shrinks under a mapping ends the process.
    connection.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  });
  await migrate(session, { file, migrations, logger });
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
