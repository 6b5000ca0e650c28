import path from 'node:path';
import { removeAbandonedLock, withFileLock } from '../own-files/file-lock.js';
import { StorageError } from '../storage-error.js';
import { shortName } from './describe-failure.js';

/** Makes, or moves aside, the database of this name while no other process does. */
export async function withCreationLock<Value>(
  file: string,
  { lockTimeoutMs }: { readonly lockTimeoutMs: number },
  work: () => Promise<Value>,
): Promise<Value> {
  const locked = await withFileLock(lockOf(file), Math.max(lockTimeoutMs, MIN_LOCK_TIMEOUT_MS), work);
  if ('value' in locked) return locked.value;
  throw new StorageError(
    'busy',
    `another process is making ${shortName(file)}; let it finish or end it, then try again`,
  );
}

/** A new database takes milliseconds; a caller with a shorter lock timeout still waits for it. */
const MIN_LOCK_TIMEOUT_MS = 2_000;

export function removeStaleLock(file: string): void {
  removeAbandonedLock(lockOf(file));
}

const lockOf = (file: string) => path.join(path.dirname(file), `.${path.basename(file)}.lock`);
