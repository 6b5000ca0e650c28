import { constants, fchmodSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkOwnFolder,
  closeAfter,
  openOwnFile,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  statRealFolder,
} from './open-own-file.js';
import { OwnFileError } from './own-file-error.js';
import { readOwnText } from './read-own-file.js';

/** Takes the rights of other users off a file that an earlier version made. No file is as good. */
export function restrictOwnFile(path: string): void {
  closeAfter(openOwnFile(path, 'read'), restrictOpenFile);
}

/** The same for a file that is open. */
export function restrictOpenFile(descriptor: number): void {
  if (isOpenToOthers(fstatSync(descriptor).mode)) fchmodSync(descriptor, PRIVATE_FILE);
}

/** The same for a data folder that Witan made: its ignore file shows that it did. A folder of the user's stays as it is. */
export function restrictDataFolder(folder: string): void {
  const found = statRealFolder(folder);
  if (found === undefined || !isOpenToOthers(Number(found.mode)) || !checkOwnFolder(folder)) return;
  if (readOwnText(join(folder, '.gitignore'), MAX_IGNORE_BYTES) !== '*\n') return;
  closeAfter(openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), (descriptor) => {
    // Its name may lead to another folder since the check.
    const { ino, dev } = fstatSync(descriptor, { bigint: true });
    if (ino !== found.ino || dev !== found.dev) throw new OwnFileError('moved', folder);
    fchmodSync(descriptor, PRIVATE_FOLDER);
  });
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;

const MAX_IGNORE_BYTES = 1_000;

// Windows has no such rights, and shows them for every file.
const isOpenToOthers = (mode: number) => process.platform !== 'win32' && (mode & 0o077) !== 0;
