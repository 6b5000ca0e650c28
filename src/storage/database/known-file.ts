import { UserError } from '../../kernel/user-error.js';
import { StorageError } from '../storage-error.js';
import { shortName } from './describe-failure.js';
import type { OpenContext } from './open-context.js';

type Known = Pick<OpenContext, 'file' | 'known'>;

/** Whether this user's Witan made or adopted the database, at this path. */
export async function isKnownFile(id: number, { file, known }: Known): Promise<boolean> {
  if (known === undefined) return true;
  return id !== 0 && (await asStorageError(file, known.isKnown(id, file)));
}

export async function listDatabase(id: number, { file, known }: Known): Promise<void> {
  if (known !== undefined) await asStorageError(file, known.add(id, file));
}

export function notAdopted(file: string): StorageError {
  return new StorageError(
    'not-adopted',
    `${shortName(file)} came with this project or was moved, and is not used; run \`witan init\` to look at it, ` +
      'or `witan init --adopt` to use it',
  );
}

async function asStorageError<Value>(file: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new StorageError('unlisted', `${shortName(file)} is not used: ${error.message}`, { cause: error });
  }
}
