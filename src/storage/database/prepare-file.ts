import { lstat, mkdir, open, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StorageError } from '../storage-error.js';
import { shortName } from './describe-failure.js';

/**
 * Sees to it that there is a file to open. What is stored is for its owner's eyes: SQLite would create the file with
 * whatever the umask allows, and gives its companions (-wal, -shm) the permissions of the file itself.
 */
export async function prepareFile(file: string): Promise<void> {
  try {
    await prepareFolder(path.dirname(file));
    await createIfMissing(file);
    await refuseOtherThings(file);
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(
      'unreachable',
      `${shortName(file)} cannot be created (${codeOf(error)}); check its folder and the permissions there`,
      { cause: error },
    );
  }
}

export async function expectFile(file: string): Promise<void> {
  await refuseOtherThings(file);
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) {
    throw new StorageError('missing', `there is no database ${shortName(file)}; it is made when something is stored`);
  }
}

/** A folder, or a link that leads nowhere, under the name of the file. */
async function refuseOtherThings(file: string): Promise<void> {
  const named = await lstat(file).catch(() => undefined);
  const found = await stat(file).catch(() => undefined);
  if (named === undefined || found?.isFile() === true) return;
  const what = found === undefined ? 'a link to something that is not there' : 'not a file';
  throw new StorageError('unreachable', `${shortName(file)} is ${what}; move it away, and a new one is made`);
}

async function prepareFolder(folder: string): Promise<void> {
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) === undefined) return;
  // Data of one machine brings its own ignore file, so that no project commits it by accident.
  await writeFile(path.join(folder, '.gitignore'), '*\n');
}

async function createIfMissing(file: string): Promise<void> {
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.close();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
