import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.js';
import { StorageError } from '../storage-error.js';
import { shortName } from './describe-failure.js';
import { lockHolder } from './lock-holder.js';

/** Tries until the database is free, and lets everything else run in between. */
export type LockWaiter = <Value>(attempt: () => Value, since?: number) => Promise<Value>;

export interface LockWaiterOptions {
  readonly file: string;
  readonly clock: Clock;
  readonly lockTimeoutMs: number;
  readonly isBusy: (error: unknown) => boolean;
  /** Called once per call, when the first attempt found the database locked. */
  readonly onWait: () => void;
}

export function createLockWaiter({ file, clock, lockTimeoutMs, isBusy, onWait }: LockWaiterOptions): LockWaiter {
  return async (attempt, since = clock.elapsed()) => {
    for (let attempts = 1; ; attempts++) {
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (attempts === 1) onWait();
        const waited = clock.elapsed() - since;
        if (waited >= lockTimeoutMs) throw await tookTooLong(file, waited, error);
        await delay(pause(attempts));
      }
    }
  };
}

/** Random, or processes that wait for the same lock would meet again and one of them would always lose. */
function pause(attempts: number): number {
  const maxMs = Math.min(20 * attempts, 80);
  return 5 + Math.random() * maxMs;
}

async function tookTooLong(file: string, waitedMs: number, cause: unknown): Promise<StorageError> {
  const seconds = (waitedMs / 1000).toFixed(1);
  const holder = await lockHolder(file);
  return new StorageError(
    'busy',
    `${holder} has kept ${shortName(file)} locked for ${seconds} s; let it finish or end it, then try again`,
    { cause },
  );
}
