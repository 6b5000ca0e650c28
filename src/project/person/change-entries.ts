import { type BigIntStats, linkSync, lstatSync, mkdirSync, renameSync, unlinkSync } from 'node:fs';
import { join, sep } from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { quoted } from '../read-path.js';
import { expectNoProblem, refuse } from './file-problem.js';
import { inProjectFolder, makeFoldersAbove, type PinnedEntry } from './in-project-folder.js';
import { forbiddenMessage, type PersonPaths } from './person-paths.js';

export async function createProjectFolder(written: string, paths: PersonPaths): Promise<string> {
  const relative = expectNoProblem(paths.read(written));
  await makeFoldersAbove(relative, paths);
  await inProjectFolder(relative, paths, ({ path }) => mkdirSync(path));
  return relative;
}

export interface Renamed {
  readonly path: string;
  readonly newPath: string;
}

/** Gives a file or folder another name in the project. What has that name already is never replaced. */
export async function renameEntry(written: string, newName: string, paths: PersonPaths): Promise<Renamed> {
  const path = expectNoProblem(paths.read(written));
  const newPath = expectNoProblem(paths.read(newName));
  if (path !== '' && newPath.startsWith(`${path}/`))
    throw refuse('CONFLICT', `${quoted(written)} cannot be moved into itself.`);
  expectMovable(path, paths);
  if (newPath !== '') await makeFoldersAbove(newPath, paths);
  await inProjectFolder(path, paths, (from) => inProjectFolder(newPath, paths, (to) => moveTo(from, to)));
  return { path, newPath };
}

/** A folder of Witan stays where it is, and so does what it is in. */
export function expectMovable(relative: string, paths: PersonPaths): void {
  const folder = join(paths.allowed.root, relative) + sep;
  if (paths.allowed.witanFolders.paths.some((own) => own.startsWith(folder)))
    throw refuse('FORBIDDEN_PATH', forbiddenMessage(relative));
}

function moveTo(from: PinnedEntry, to: PinnedEntry): void {
  const found = lstatSync(from.path, { bigint: true });
  const taken = lstatSync(to.path, { bigint: true, throwIfNoEntry: false });
  if (taken !== undefined && !isOtherSpelling(found, taken))
    throw refuse('CONFLICT', `${quoted(to.relative)} exists already; choose another name.`);
  if (found.isFile() && taken === undefined && givesSecondName(from, to)) unlinkSync(from.path);
  else renameSync(from.path, to.path);
}

/** Unlike a rename, this fails if the name was taken in the last moment. False on disks without hard links. */
function givesSecondName(from: PinnedEntry, to: PinnedEntry): boolean {
  try {
    linkSync(from.path, to.path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw error;
    return false;
  }
}

/** On a disk that ignores case, the new name may already lead to the entry itself. */
function isOtherSpelling(found: BigIntStats, taken: BigIntStats): boolean {
  return found.ino === taken.ino && found.dev === taken.dev && (found.isDirectory() || found.nlink === 1n);
}
