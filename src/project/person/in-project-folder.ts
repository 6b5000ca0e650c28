import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { join, posix } from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { pinFolder } from '../../kernel/pin-folder.js';
import { realPathOf } from '../../kernel/real-path.js';
import { checkPath } from '../allowed-paths.js';
import { linkMessage, refuse } from './file-problem.js';
import { forbiddenMessage, type PersonPaths } from './person-paths.js';

/** An entry of the project by a path that stays in its folder whatever happens to the folder's name. */
export interface PinnedEntry {
  readonly path: string;
  readonly name: string;
  /** Relative to the root. */
  readonly relative: string;
  readonly folder: string;
}

/**
 * Changes something in a folder of the project, which is not reached through a link. The path is relative to the root and
 * was checked by its text. On Linux the folder is open while it is used. Elsewhere it is looked at again afterwards.
 */
export async function inProjectFolder<Value>(
  relative: string,
  paths: PersonPaths,
  use: (entry: PinnedEntry) => Promise<Value> | Value,
): Promise<Value> {
  if (relative === '') throw refuse('FORBIDDEN_PATH', 'The project folder itself cannot be changed.');
  const { root, witanFolders } = paths.allowed;
  const name = posix.basename(relative);
  const parent = posix.dirname(relative);
  const folder = parent === '.' ? root : join(root, parent);
  expectRealFolder(folder, relative);
  const pinned = pinFolder(folder);
  if (pinned === undefined) throw refuse('FORBIDDEN_PATH', linkMessage(relative));
  try {
    const isOwn =
      checkPath(join(folder, name), paths.allowed).kind !== 'inside' || (await witanFolders.isBehind(folder, root));
    if (isOwn) throw refuse('FORBIDDEN_PATH', forbiddenMessage(relative));
    const value = await use({ path: join(pinned.path, name), name, relative, folder: pinned.path });
    if (pinned.path === folder) expectRealFolder(folder, relative);
    return value;
  } catch (error) {
    if (error instanceof Error) error.message = error.message.replaceAll(pinned.path, folder);
    throw error;
  } finally {
    pinned.close();
  }
}

/** A folder that does not exist is noticed when it is opened. */
function expectRealFolder(folder: string, relative: string): void {
  if (realPathOf(folder) !== folder) throw refuse('FORBIDDEN_PATH', linkMessage(relative));
}

/** Makes the folders above an entry that are missing, one by one, each inside the one above it. */
export async function makeFoldersAbove(relative: string, paths: PersonPaths): Promise<void> {
  const parent = posix.dirname(relative);
  if (parent === '.') return;
  const found = lstatSync(join(paths.allowed.root, parent), { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found !== undefined)
    throw found.isSymbolicLink()
      ? refuse('FORBIDDEN_PATH', linkMessage(relative))
      : refuse('CONFLICT', `"${parent}" is not a folder; choose another name.`);
  await makeFoldersAbove(parent, paths);
  await inProjectFolder(parent, paths, ({ path }) => {
    try {
      mkdirSync(path);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  });
}

/** Opens a regular file without following a link and without waiting; undefined if there is none. */
export function openEntry(
  entry: PinnedEntry,
): { readonly descriptor: number; readonly stats: BigIntStats } | undefined {
  const found = lstatSync(entry.path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) throw refuse('FORBIDDEN_PATH', linkMessage(entry.relative));
  // Opening a device can already do something.
  if (!found.isFile()) throw refuse('FORBIDDEN_PATH', `"${entry.relative}" is not a regular file.`);
  const descriptor = openSync(entry.path, READ_ONLY);
  const stats = fstatSync(descriptor, { bigint: true });
  if (stats.isFile()) return { descriptor, stats };
  closeSync(descriptor);
  throw refuse('FORBIDDEN_PATH', `"${entry.relative}" is not a regular file.`);
}

// Windows has neither of the last two.
const READ_ONLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
