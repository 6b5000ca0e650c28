import {
  closeSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { quoted } from '../read-path.js';
import { expectMovable } from './change-entries.js';
import { expectNoProblem, refuse } from './file-problem.js';
import { inProjectFolder, makeFoldersAbove } from './in-project-folder.js';
import type { PersonPaths } from './person-paths.js';

/** Moves a file or folder out of the project to a path that is free, from which it can be moved back. */
export async function moveOut(written: string, target: string, paths: PersonPaths): Promise<string> {
  const relative = expectNoProblem(paths.read(written));
  expectMovable(relative, paths);
  await inProjectFolder(relative, paths, ({ path }) => move(path, target));
  return relative;
}

/** Moves it back. What has its name by now stays. */
export async function moveBack(source: string, written: string, paths: PersonPaths): Promise<string> {
  const relative = expectNoProblem(paths.read(written));
  await makeFoldersAbove(relative, paths);
  await inProjectFolder(relative, paths, ({ path }) => {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      throw refuse('CONFLICT', `${quoted(relative)} exists again; rename it first.`);
    move(source, path);
  });
  return relative;
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    // Another disk: everything is there before anything is removed here.
    copyEntry(from, to);
    removeEntry(from);
  }
}

/** Links are copied as links. */
function copyEntry(from: string, to: string): void {
  const found = lstatSync(from);
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (found.isFile()) copyFileSync(from, to, constants.COPYFILE_EXCL);
  else if (found.isDirectory()) {
    mkdirSync(to, { mode: found.mode });
    inFolder(from, (folder, name) => copyEntry(join(folder, name), join(to, name)));
  } else throw refuse('FORBIDDEN_PATH', 'A pipe or a device cannot be moved to another disk.');
}

function removeEntry(path: string): void {
  if (lstatSync(path).isDirectory()) {
    inFolder(path, (folder, name) => removeEntry(join(folder, name)));
    rmdirSync(path);
  } else unlinkSync(path);
}

/** Each name in a folder, through the open folder: one that is exchanged for a link must not lead to what is outside. */
function inFolder(path: string, use: (folder: string, name: string) => void): void {
  const descriptor = process.platform === 'linux' ? openSync(path, ONLY_FOLDERS) : undefined;
  const folder = descriptor === undefined ? path : `/proc/self/fd/${descriptor}`;
  try {
    for (const name of readdirSync(folder)) use(folder, name);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const ONLY_FOLDERS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
