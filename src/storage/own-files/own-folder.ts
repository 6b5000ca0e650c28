import { linkSync, lstatSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import {
  checkOwnFolder,
  createWholeOwnFile,
  inOwnFolder,
  inRealFolder,
  PRIVATE_FOLDER,
  statRealFolder,
} from './open-own-file.js';
import { OwnFileError } from './own-file-error.js';
import { listOwnFolder } from './read-own-file.js';

/** Makes a folder, for its owner only, if there is none. True if it was made now. */
export function makeOwnFolder(folder: string): boolean {
  if (checkOwnFolder(folder)) return false;
  // Folders on the way, such as `.claude`, belong to others too: they keep the usual permissions.
  makeFolderIfMissing(dirname(folder), 0o777);
  makeFolderIfMissing(folder, PRIVATE_FOLDER);
  if (!checkOwnFolder(folder)) throw new OwnFileError('moved', folder);
  return true;
}

function makeFolderIfMissing(folder: string, mode: number): void {
  if (statRealFolder(folder) !== undefined) return;
  const parent = dirname(folder);
  makeFolderIfMissing(parent, mode);
  inRealFolder(parent, (pinned) => {
    try {
      mkdirSync(join(pinned, basename(folder)), { mode });
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  });
}

/** A folder in a project that brings its own ignore file, so that `git add` publishes nothing by accident. */
export function makeIgnoredFolder(folder: string): void {
  if (makeOwnFolder(folder)) ignoreAll(folder);
}

/** The same, and a folder that is there already, perhaps with a config in it, gets its ignore file too. */
export function ignoreFolder(folder: string): void {
  makeOwnFolder(folder);
  ignoreAll(folder);
}

function ignoreAll(folder: string): void {
  createWholeOwnFile(join(folder, '.gitignore'), '*\n');
}

/** Removes a file whatever it is, a link too; throws an `OwnFileError` for a folder. No file is as good. */
export function removeOwnFile(path: string): void {
  if (!checkOwnFolder(dirname(path))) return;
  try {
    inOwnFolder(path, unlinkSync);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    // Some systems say EISDIR, others EPERM.
    throw lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ? new OwnFileError('other-kind', path) : error;
  }
}

/** Removes what writers that were killed left behind; a living one keeps its draft for an instant only. */
export function removeOldDrafts(folder: string, draft: RegExp): void {
  for (const name of listOwnFolder(folder)) {
    const path = join(folder, name);
    if (draft.test(name) && ageOf(path) > DRAFT_AGE_MS) removeOwnFile(path);
  }
}

const DRAFT_AGE_MS = 60_000;

/** A draft that is not a plain file was not left by us: its age does not matter. */
function ageOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  return found.isFile() ? Math.abs(Date.now() - found.mtimeMs) : Number.POSITIVE_INFINITY;
}

/** Removes a folder if it is empty. False if it is not, or not there. */
export function removeOwnFolder(folder: string): boolean {
  try {
    if (!checkOwnFolder(folder)) return false;
    inRealFolder(dirname(folder), (pinned) => rmdirSync(join(pinned, basename(folder))));
    return true;
  } catch (error) {
    if (NOT_REMOVED.has(errorCode(error) ?? '')) return false;
    throw error;
  }
}

const NOT_REMOVED = new Set(['ENOENT', 'ENOTEMPTY', 'EEXIST']);

/** Moves a file or folder to another name in folders of ours. What has the new name is replaced. */
export function renameOwnFile(from: string, to: string): void {
  inOwnFolder(from, (pinnedFrom) => inOwnFolder(to, (pinnedTo) => renameSync(pinnedFrom, pinnedTo)));
}

/** Gives a file a second name; false if that name is taken. Throws ENOTSUP or EPERM on disks without hard links. */
export function linkOwnFile(from: string, to: string): boolean {
  try {
    inOwnFolder(from, (pinnedFrom) => inOwnFolder(to, (pinnedTo) => linkSync(pinnedFrom, pinnedTo)));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
