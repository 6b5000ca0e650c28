import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { failure, type Result } from '../../kernel/result.js';
import { makeDataFolder } from '../../storage/own-files/own-folder.js';
import { restrictDataFolder } from '../../storage/own-files/restrict-own-file.js';
import { type JournalFailure, toWriteFailure } from '../files/failure.js';
import { markOf, type ProcessMark } from './process-mark.js';
import { type HeldLock, type LockAttempt, tryLock } from './try-lock.js';

/** Runs one change at a time: first within this process, in the order of the calls, then among all processes. */
export type WithLock = <Value>(
  change: () => Promise<Result<Value, JournalFailure>>,
) => Promise<Result<Value, JournalFailure>>;

export function createLock(folder: string, waitMs: number): WithLock {
  const path = join(folder, '.lock');
  const self = markOf(process.pid);
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    const turn = last.then(() => runLocked(folder, path, self, waitMs, change));
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function runLocked<Value>(
  folder: string,
  path: string,
  self: ProcessMark,
  waitMs: number,
  change: () => Promise<Result<Value, JournalFailure>>,
): Promise<Result<Value, JournalFailure>> {
  let held: HeldLock | undefined;
  try {
    makeDataFolder(folder);
    restrictDataFolder(folder);
    const attempt = await waitForLock(path, self, waitMs);
    if (!('held' in attempt)) return failure(busy(attempt.heldBy, waitMs));
    held = attempt.held;
    return await change();
  } catch (error) {
    const unwritable = toWriteFailure(error, folder);
    if (unwritable === undefined) throw error;
    return failure(unwritable);
  } finally {
    held?.release();
  }
}

const MAX_PAUSE_MS = 6;

async function waitForLock(path: string, self: ProcessMark, waitMs: number): Promise<LockAttempt> {
  const deadline = performance.now() + waitMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const attempt = tryLock(path, self);
    if ('held' in attempt || performance.now() >= deadline) return attempt;
    // Processes that wait in step would meet again and again.
    await delay(pause * (0.5 + Math.random()));
  }
}

function busy(holder: ProcessMark | undefined, waitedMs: number): JournalFailure {
  const who = holder === undefined ? 'another process' : `process ${holder.pid}`;
  return {
    kind: 'busy',
    ...(holder !== undefined && { pid: holder.pid }),
    message: `The journal is in use by ${who} and was not free within ${waitedMs} ms; nothing was changed, try again.`,
  };
}
