import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorMessage } from '../kernel/error-code.js';
import { type Logger, silentLogger } from '../kernel/logger.js';
import { StorageError } from '../storage/storage-error.js';
import { systemTimers, type Timers } from './timers.js';

/**
 * Writes to the person's data folder that saving and typing do not depend on. What its disk refuses, because it is full
 * for one, is kept in memory and tried again until it is stored.
 */
export interface RetriedWrites {
  /**
   * Settles after one attempt, which begins after the caller's own work. A later write with the same key replaces it.
   * Rejects for a failure that is not the machine's, which is in the log then.
   */
  put(key: string, write: () => Promise<unknown>): Promise<void>;
  /** Forgets a write that was not made yet. */
  drop(key: string): void;
  /** Why something is not stored, in one line for the person; null if everything is. */
  problem(): string | null;
  onProblem(listener: (problem: string | null) => void): void;
  /** Tries once more. */
  close(): Promise<void>;
}

interface RetriedWritesOptions {
  readonly logger?: Logger;
  readonly timers?: Timers;
}

export function createRetriedWrites({
  logger = silentLogger,
  timers = systemTimers,
}: RetriedWritesOptions = {}): RetriedWrites {
  const waiting = new Map<string, () => Promise<unknown>>();
  const listeners: ((problem: string | null) => void)[] = [];
  let problem: string | null = null;
  let fault: StorageError['fault'] | undefined;
  let stopTimer: (() => void) | undefined;

  const setProblem = (error: StorageError | undefined) => {
    stopTimer?.();
    stopTimer = error === undefined ? undefined : timers.every(RETRY_MS, retry);
    // A full disk refuses several databases in turn, which is one problem and not a new one each time.
    if (error?.fault === fault) return;
    fault = error?.fault;
    problem = error === undefined ? null : `${error.message}. ${CONSEQUENCE}`;
    for (const listener of listeners) listener(problem);
  };

  /** False if the disk refused it. */
  async function attempt(key: string, write: () => Promise<unknown>): Promise<boolean> {
    // Replaced or forgotten since then.
    if (waiting.get(key) !== write) return true;
    try {
      await write();
    } catch (error) {
      if (error instanceof StorageError && error.fault !== 'closed') {
        setProblem(error);
        return false;
      }
      waiting.delete(key);
      logger.log('error', 'coaching.write_failed', { key, error: errorMessage(error) });
      throw error;
    }
    if (waiting.get(key) === write) waiting.delete(key);
    return true;
  }

  async function retry(): Promise<void> {
    for (const [key, write] of waiting) if (!(await attempt(key, write).catch(() => true))) return;
    if (waiting.size === 0) setProblem(undefined);
  }

  return {
    async put(key, write) {
      waiting.delete(key);
      waiting.set(key, write);
      await nextTurn();
      if ((await attempt(key, write)) && problem !== null) await retry();
    },
    drop: (key) => void waiting.delete(key),
    problem: () => problem,
    onProblem: (listener) => void listeners.push(listener),
    async close() {
      await retry();
      stopTimer?.();
    },
  };
}

const RETRY_MS = 2_000;
const CONSEQUENCE =
  'Files of the project are saved, but unsaved text and the record of the session are only in memory until then.';
