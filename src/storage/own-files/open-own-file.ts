import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  realpathSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { pinFolder } from '../../kernel/pin-folder.js';
import { OwnFileError } from './own-file-error.js';

/**
 * The only way to open a file that Witan keeps: below `.witan`, `transcripts`, `.claude/journal` and `.claude/graphs`.
 * A project may come from anywhere, and with it any of these files. So nothing is opened that is a link or lies behind
 * one, is not a regular file, has a second name, or belongs to another user; and nothing is waited for.
 *
 * Paths are absolute and start with the real path of the project or of a folder that the user named (`ownFolderPath`),
 * so that a link further down shows as a difference between the path and its real path.
 */
export type Purpose = keyof typeof FLAGS;

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants;
// Windows has neither of these; its links need special rights to be made.
const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const FLAGS = {
  read: O_RDONLY | SAFE,
  append: O_RDWR | O_APPEND | SAFE,
  overwrite: O_RDWR | SAFE,
} as const;

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/**
 * An open file, or undefined if there is none. Throws an `OwnFileError` for anything that must not be used. A lock has
 * two names for an instant; nothing else of ours ever has more than one.
 */
export function openOwnFile(path: string, purpose: Purpose, maxLinks = 1): number | undefined {
  const found = inspect(path, maxLinks);
  if (found === undefined) return undefined;
  const descriptor = openOrUndefined(path, FLAGS[purpose]);
  if (descriptor === undefined) return undefined;
  try {
    expectSame(path, found, fstatSync(descriptor, BIG));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** An open file, made if there is none. */
export function openOrCreateOwnFile(path: string, purpose: Purpose): number {
  // Another process may create the file between the first look and ours.
  const descriptor = openOwnFile(path, purpose) ?? createOwnFile(path) ?? openOwnFile(path, purpose);
  if (descriptor === undefined) throw new OwnFileError('moved', path);
  return descriptor;
}

/** Uses an open file and closes it; undefined if there is none. */
export function closeAfter<Value>(
  descriptor: number | undefined,
  use: (descriptor: number) => Value,
): Value | undefined {
  if (descriptor === undefined) return undefined;
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A new file, for its owner only unless `mode` says otherwise; undefined if there is one already. */
export function createOwnFile(path: string, mode = PRIVATE_FILE): number | undefined {
  return inOwnFolder(path, (pinned) => {
    try {
      return openSync(pinned, O_RDWR | O_APPEND | O_CREAT | O_EXCL | SAFE, mode);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return undefined;
      throw error;
    }
  });
}

/** Does something to a file in a folder of ours, by a path that stays in that folder whatever happens to its name. */
export function inOwnFolder<Value>(path: string, use: (pinned: string) => Value): Value {
  const folder = dirname(path);
  if (!checkOwnFolder(folder)) throw missingFolder(path);
  return inRealFolder(folder, (pinned) => use(join(pinned, basename(path))));
}

/** Creates a small file with its content; false if there is one already. */
export function createWholeOwnFile(path: string, text: string): boolean {
  return closeAfter(createOwnFile(path), (descriptor) => writeSync(descriptor, text)) !== undefined;
}

export interface OwnFileFacts {
  readonly size: number;
  readonly mtimeMs: number;
}

/** Which file it is, whatever its name. */
export interface FileId {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** Size, time and identity of a file without opening it; undefined if there is none. Throws for what must not be used. */
export function statOwnFile(path: string): (OwnFileFacts & FileId) | undefined {
  const found = inspect(path, 1);
  return found && { ...toFacts(found), dev: found.dev, ino: found.ino };
}

/** The same of an open file. */
export function factsOf(descriptor: number): OwnFileFacts {
  return toFacts(fstatSync(descriptor, BIG));
}

function toFacts({ size, mtimeNs }: BigIntStats): OwnFileFacts {
  return { size: Number(size), mtimeMs: Number(mtimeNs) / 1e6 };
}

function inspect(path: string, maxLinks: number): BigIntStats | undefined {
  const found = statOrUndefined(path);
  if (found === undefined) {
    // Nothing behind a link is not the same as nothing.
    checkOwnFolder(dirname(path));
    return undefined;
  }
  if (found.isSymbolicLink()) throw new OwnFileError('link', path);
  if (!found.isFile()) throw new OwnFileError('other-kind', path);
  if (found.nlink > maxLinks) throw new OwnFileError('hard-link', path);
  if (!checkOwnFolder(dirname(path))) return undefined;
  expectOwner(path, found);
  return found;
}

/** False if there is no such folder. Throws if it is behind a link, is another kind of file, or is another user's. */
export function checkOwnFolder(folder: string): boolean {
  const found = statRealFolder(folder);
  if (found === undefined) return false;
  expectOwner(folder, found);
  return true;
}

/** The same for a folder that may belong to anyone, such as the one in which a folder of ours is made. */
export function statRealFolder(folder: string): BigIntStats | undefined {
  const found = statOrUndefined(folder);
  if (found === undefined) return undefined;
  if (found.isSymbolicLink() || realPath(folder) !== folder) throw new OwnFileError('link', folder);
  if (!found.isDirectory()) throw new OwnFileError('not-a-folder', folder);
  return found;
}

/** Uses a path through the open folder: a folder that is exchanged for a link after the check changes nothing. */
export function inRealFolder<Value>(folder: string, use: (pinned: string) => Value): Value {
  const pinned = pinFolder(folder);
  if (pinned === undefined) throw new OwnFileError('link', folder);
  try {
    return use(pinned.path);
  } catch (error) {
    if (error instanceof Error) error.message = error.message.replaceAll(pinned.path, folder);
    throw error;
  } finally {
    pinned.close();
  }
}

const BIG = { bigint: true } as const;

/** What was opened must be what the path names without any link, or a folder was exchanged in between. */
function expectSame(path: string, named: BigIntStats, opened: BigIntStats): void {
  if (!opened.isFile()) throw new OwnFileError('other-kind', path);
  if (opened.ino !== named.ino || opened.dev !== named.dev) throw new OwnFileError('moved', path);
  if (realPath(path) !== path) throw new OwnFileError('link', path);
}

/** Root also works in the projects of others: there, what belongs to the owner of the folder around it is fine. */
function expectOwner(path: string, { uid }: BigIntStats): void {
  const user = process.getuid?.();
  if (user === undefined || uid === BigInt(user)) return;
  if (user === 0 && lstatSync(dirname(path), BIG).uid === uid) return;
  throw new OwnFileError('other-owner', path);
}

function statOrUndefined(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { ...BIG, throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined;
    if (errorCode(error) === 'ELOOP') throw new OwnFileError('link', path);
    throw error;
  }
}

function openOrUndefined(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP') throw new OwnFileError('link', path);
    if (code === 'ENXIO') throw new OwnFileError('other-kind', path);
    throw error;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    throw error;
  }
}

function missingFolder(path: string): Error {
  return Object.assign(new Error(`there is no folder ${dirname(path)}`), { code: 'ENOENT' });
}
