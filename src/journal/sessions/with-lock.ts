import { join } from 'node:path';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import type { ProcessIdentity } from '../../kernel/process-identity.js';
import { failure, type Result } from '../../kernel/result.js';
import { withFileLock } from '../../storage/own-files/file-lock.js';
import { makeIgnoredFolder } from '../../storage/own-files/own-folder.js';
import { restrictDataFolder } from '../../storage/own-files/restrict-own-file.js';
import { type JournalFailure, toWriteFailure } from '../files/failure.js';

/** Runs one change at a time: first within this process, in the order of the calls, then among all processes. */
export type WithLock = <Value>(
  change: () => Promise<Result<Value, JournalFailure>>,
) => Promise<Result<Value, JournalFailure>>;

export function createLock(folder: string, waitMs: number): WithLock {
  const inTurn = oneAtATime();
  return (change) =>
    inTurn(async () => {
      try {
        makeIgnoredFolder(folder);
        restrictDataFolder(folder);
        const locked = await withFileLock(join(folder, '.lock'), waitMs, change);
        return 'value' in locked ? locked.value : failure(busy(locked.heldBy, waitMs));
      } catch (error) {
        const unwritable = toWriteFailure(error, folder);
        if (unwritable === undefined) throw error;
        return failure(unwritable);
      }
    });
}

function busy(holder: ProcessIdentity | undefined, waitedMs: number): JournalFailure {
  const who = holder === undefined ? 'another process' : `process ${holder.pid}`;
  return {
    kind: 'busy',
    ...(holder !== undefined && { pid: holder.pid }),
    message: `The journal is in use by ${who} and was not free within ${waitedMs} ms; nothing was changed, try again.`,
  };
}
