import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.js';
import { StorageError } from '../storage-error.js';
import { shortName } from './describe-failure.js';
import { lockHolder } from './lock-holder.js';

/** Tries until the database is free, and lets everything else run in between. */
export type Patience = <Value>(attempt: () => Value, since?: number) => Promise<Value>;

export interface PatienceOptions {
  readonly file: string;
  readonly clock: Clock;
  readonly patienceMs: number;
  readonly isBusy: (error: unknown) => boolean;
  /** Told once per call, when the first attempt found the database taken. */
  readonly onWait: () => void;
}

export function createPatience({ file, clock, patienceMs, isBusy, onWait }: PatienceOptions): Patience {
  return async (attempt, since = clock.elapsed()) => {
    for (let attempts = 1; ; attempts++) {
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (attempts === 1) onWait();
        const waited = clock.elapsed() - since;
        if (waited >= patienceMs) throw await tookTooLong(file, waited, error);
        await delay(pause(attempts));
      }
    }
  };
}

/** Processes that wait for the same lock must not keep step with each other, or the same one loses every time. */
function pause(attempts: number): number {
  const longest = Math.min(20 * attempts, 80);
  return 5 + Math.random() * longest;
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
