import { setTimeout as delay } from 'node:timers/promises';
import { StorageError } from '../../storage/index.js';
import type { LearningContext } from '../context.js';

/** The waits before the second, third and fourth attempt. */
export const RETRY_WAITS_MS = [1_000, 2_000, 4_000] as const;

/** Calls once, and again after each wait as long as it throws; then throws what the last attempt threw. */
export async function withRetries<Value>(
  { wait, closing, logger }: Pick<LearningContext, 'wait' | 'closing' | 'logger'>,
  attempt: () => Promise<Value>,
): Promise<Value> {
  for (const [failures, waitMs] of RETRY_WAITS_MS.entries()) {
    try {
      return await attempt();
    } catch (error) {
      if (closing.aborted || isFinal(error)) throw error;
      logger.log('warn', 'learning.persist_failed', { attempt: failures + 1, waitMs, message: String(error) });
      await wait(waitMs, closing);
    }
  }
  return attempt();
}

/** A database that came with the project stays unused until the user says otherwise. */
function isFinal(error: unknown): boolean {
  return error instanceof StorageError && error.fault === 'not-adopted';
}

export async function waitUnlessClosed(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}
