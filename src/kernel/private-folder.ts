import { chmodSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorMessage } from './error-code.js';
import { failure, type Result, success } from './result.js';
import { privateFolders } from './state-folder.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface NotPrivate {
  readonly reason: string;
  readonly remedy: string;
}

/**
 * Makes the folder in which command-line tools are started. They read settings from their working folder and from every
 * folder above it, so another user who can add a file to one of these would get the person's keys and prompts. Sticky
 * folders such as /tmp are refused for the same reason: everyone can add files there.
 */
export function makePrivateFolder(environment: Environment): Result<string, NotPrivate> {
  let refused: NotPrivate | undefined;
  for (const folder of privateFolders(homedir(), environment)) {
    const problem = makeChecked(join(folder, 'calls'));
    if (problem === undefined) return success(join(folder, 'calls'));
    // The first one counts: a person who has set the variable wants to know what is wrong with that folder.
    refused ??= problem;
  }
  return failure(refused ?? { reason: 'there is no home folder', remedy: SET_ANOTHER });
}

const SET_ANOTHER =
  'set XDG_RUNTIME_DIR to a folder that only you can use (mode 0700), in folders that only you or root can change';

function makeChecked(folder: string): NotPrivate | undefined {
  try {
    // Before as well: nothing is made in a folder that is not used.
    return findProblem(folder) ?? make(folder) ?? findProblem(folder);
  } catch (error) {
    return { reason: `${folder} cannot be used: ${errorMessage(error)}`, remedy: SET_ANOTHER };
  }
}

function make(folder: string): undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid !== undefined) chmodSync(folder, 0o700);
}

/** The first folder on the way, from the root down, that another user can change. What does not exist has no problem. */
function findProblem(path: string): NotPrivate | undefined {
  // Windows has other rights, and gives each user a profile of their own.
  if (process.getuid === undefined) return undefined;
  const self = process.getuid();
  // In a user namespace root may have another number.
  const trusted = [self, 0, statSync('/').uid];
  for (const folder of foldersTo(path)) {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (!found.isDirectory()) return { reason: `${folder} is not a folder`, remedy: SET_ANOTHER };
    if (!trusted.includes(found.uid)) return { reason: `${folder} belongs to another user`, remedy: SET_ANOTHER };
    // The group of one user: many systems make one for each person, with the same number, and let it write by default.
    const isOwnGroup = self !== 0 && found.uid === self && found.gid === self;
    if ((found.mode & (isOwnGroup ? ALL_WRITE : OTHERS_WRITE)) !== 0) {
      const reason = `other users can write to ${folder}, and tools read settings from the folders above their own`;
      const isMistake = found.uid === self && (found.mode & STICKY) === 0;
      return { reason, remedy: isMistake ? `run chmod go-w ${folder}` : SET_ANOTHER };
    }
    // Other users cannot get past it, whatever the rights of the folders within.
    if (found.uid === self && (found.mode & OTHERS) === 0) return undefined;
  }
  return undefined;
}

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const ALL_WRITE = 0o002;
const STICKY = 0o1000;

function foldersTo(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...foldersTo(parent), path];
}
