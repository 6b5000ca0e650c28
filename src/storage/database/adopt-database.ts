import { fstatSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { realPathOf } from '../../kernel/real-path.js';
import { closeAfter, createOwnFile, openOwnFile } from '../own-files/open-own-file.js';
import { OwnFileError } from '../own-files/own-file-error.js';
import { readBytes } from '../own-files/read-own-file.js';
import { StorageError, type StorageFault } from '../storage-error.js';
import { checkFiles, type FoundFile } from './check-files.js';
import { checkTree } from './check-tree.js';
import type { ReadConnection } from './connection.js';
import { newDatabaseId, writeId } from './create-file.js';
import { withCreationLock } from './creation-lock.js';
import type { DatabaseOptions } from './database.js';
import { shortName } from './describe-failure.js';
import { isKnownFile, listDatabase, notAdopted } from './known-file.js';
import { moveAside } from './move-aside.js';
import { type OpenContext, openContext } from './open-context.js';
import { checkContent, refuse } from './open-database.js';
import { openSession } from './session.js';

/** A database that is not used, as the user must see it before deciding about it. */
export type UnusedDatabase<Summary> =
  /** It can be adopted. The summary is missing if it is too large to be looked at. */
  | { readonly kind: 'unknown'; readonly summary: Summary | undefined }
  /** It can only be moved aside. */
  | { readonly kind: 'unsafe'; readonly reason: string }
  /** Nothing can be done here; the reason says what the user can do. */
  | { readonly kind: 'unusable'; readonly reason: string };

/** Why this database is not used; undefined if it is, or if there is none. Asks no SQLite and changes nothing. */
export async function whyUnused(file: string, options: DatabaseOptions): Promise<StorageError | undefined> {
  try {
    const found = await checkFiles(file);
    if (found.kind === 'missing') return undefined;
    if (found.kind === 'nothing') return found.hasLog ? logWithoutDatabase(file) : undefined;
    return (await isKnownFile(found.id, openContext(file, options))) ? undefined : notAdopted(file);
  } catch (error) {
    if (error instanceof StorageError) return error;
    throw error;
  }
}

/** The same with a look inside, which is taken at a private copy: the file itself is not opened by SQLite. */
export async function examineUnused<Summary>(
  file: string,
  options: DatabaseOptions,
  summarize: (connection: ReadConnection) => Summary,
): Promise<UnusedDatabase<Summary> | undefined> {
  const problem = await whyUnused(file, options);
  if (problem === undefined) return undefined;
  try {
    if (problem.fault !== 'not-adopted') throw problem;
    return { kind: 'unknown', summary: await lookAtCopy(openContext(file, options), summarize) };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    // A link or a file of another kind is the user's to replace.
    const canBeMoved = MOVABLE.has(error.fault) && !(error.cause instanceof OwnFileError);
    return { kind: canBeMoved ? 'unsafe' : 'unusable', reason: error.message };
  }
}

const MOVABLE: ReadonlySet<StorageFault> = new Set(['unsafe', 'changed']);

/**
 * Makes a database that came with a project, or was moved, one of ours. It gets a new id: the project that it was
 * copied from keeps the old one. Returns where it was if it was one of ours at another path.
 */
export async function adoptDatabase(file: string, options: DatabaseOptions): Promise<string | undefined> {
  const context = { ...openContext(file, options), readOnly: false };
  const found = await checkFiles(context.file, context.rebuilding);
  if (found.kind !== 'database') return undefined;
  const formerFile = await context.known?.fileOf(found.id);
  const session = openSession(context);
  try {
    await checkContent(session, context);
    const id = newDatabaseId();
    await listDatabase(id, context);
    const isWritten = await session.outsideTransaction((connection) => writeId(connection, id));
    if (!isWritten) throw new StorageError('busy', `another program uses ${shortName(file)}; end it, then try again`);
  } catch (error) {
    session.close();
    throw await explainRefusal(error, found, context);
  }
  session.close();
  return formerFile;
}

/** Gives a database that cannot be used, and the files next to it, another name. Returns that name. */
export async function moveDatabaseAside(file: string, options: DatabaseOptions): Promise<string> {
  const context = openContext(file, options);
  return withCreationLock(file, context, async () => moveAside(file, context.clock.now()));
}

function logWithoutDatabase(file: string): StorageError {
  const log = shortName(`${file}-wal`);
  return new StorageError('unsafe', `${log} was left without its database; the next use moves it aside`);
}

async function explainRefusal(error: unknown, found: FoundFile, context: OpenContext): Promise<unknown> {
  const isChanged = error instanceof StorageError && error.fault === 'changed';
  return isChanged && found.kind === 'database' ? refuse(error, found.fileId, context) : error;
}

async function lookAtCopy<Summary>(
  context: OpenContext,
  summarize: (connection: ReadConnection) => Summary,
): Promise<Summary | undefined> {
  removeOldCopies();
  const folder = realPathOf(mkdtempSync(path.join(tmpdir(), COPY_PREFIX)));
  try {
    const copy = path.join(folder, path.basename(context.file));
    if (!['', '-wal'].every((part) => copyFile(`${context.file}${part}`, `${copy}${part}`))) return undefined;
    await checkTree({ ...context, path: copy });
    const session = openSession({ ...context, readOnly: false, path: copy });
    try {
      await checkContent(session, { ...context, readOnly: false });
      return await session.transact('BEGIN', summarize);
    } finally {
      session.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a process that was killed during its look left behind. */
function removeOldCopies(): void {
  for (const name of readdirSync(tmpdir()).filter((found) => found.startsWith(COPY_PREFIX))) {
    const folder = path.join(tmpdir(), name);
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (!found?.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid())) continue;
    if (Date.now() - found.mtimeMs > MAX_LOOK_MS) rmSync(folder, { recursive: true, force: true });
  }
}

const COPY_PREFIX = 'witan-look-';
const MAX_LOOK_MS = 600_000;

/** False if the file is larger than anything that is worth copying for a look. */
function copyFile(from: string, to: string): boolean {
  const isCopied = closeAfter(openOwnFile(from, 'read'), (source) => {
    const { size } = fstatSync(source);
    if (size > MAX_COPIED_BYTES) return false;
    const target = createOwnFile(to);
    if (target === undefined) throw new Error('a new folder was not empty');
    closeAfter(target, () => {
      for (let at = 0; at < size; at += CHUNK_BYTES) writeSync(target, readBytes(source, at, CHUNK_BYTES));
    });
    return true;
  });
  return isCopied ?? true;
}

const MAX_COPIED_BYTES = 256 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
