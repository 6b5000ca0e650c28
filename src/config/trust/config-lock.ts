import { basename, dirname, join } from 'node:path';
import { realPathOf } from '../../kernel/real-path.js';
import { UserError } from '../../kernel/user-error.js';
import { type HeldLock, withFileLock } from '../../storage/own-files/file-lock.js';

const MAX_WAIT_MS = 15_000;

/** Runs `work` while no other process has the lock. */
export async function withConfigLock<Value>(file: string, work: (lock: HeldLock) => Promise<Value>): Promise<Value> {
  // The config folder may be a link, because it belongs to the user.
  const path = join(realPathOf(dirname(file)), basename(file));
  const locked = await withFileLock(path, MAX_WAIT_MS, work);
  if ('value' in locked) return locked.value;
  throw new UserError('conflict', `${file}: another witan process has this lock; try again, or delete it if none runs`);
}
