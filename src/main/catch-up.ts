import { setTimeout as delay } from 'node:timers/promises';
import type { ResolvedEntry } from '../journal/index.js';
import type { Logger } from '../kernel/logger.js';
import { failure, type Result, success } from '../kernel/result.js';
import type { Experience, SaveOptions } from '../learning/index.js';
import type { Program } from './compose.js';

type Parts = Pick<Program, 'journal' | 'learning'>;

/** Saves resolved entries for learning, in the background where that fails at first, and gives way to the client's calls. */
export interface CatchUp {
  /** Saves what earlier sessions left, then checks values and loads what a first hypothesis needs, if there is any. */
  begin(parts: Parts): Promise<void>;
  /** One attempt. If it fails, the reason is returned and more attempts follow in the background. */
  save(entry: ResolvedEntry, parts: Parts): Promise<Result<Experience, string>>;
  noteCall(): void;
  whileCalled<Value>(work: () => Promise<Value>): Promise<Value>;
}

export function createCatchUp(logger: Logger, wait: (ms: number) => Promise<void> = waitUnref): CatchUp {
  let calls = 0;
  let lastCall = Number.NEGATIVE_INFINITY;
  /** Some entries are in the journal only. */
  let isDue = false;
  /** The file that was caught up with: another file in the same path lacks everything. */
  let store: string | undefined;
  let failures = 0;
  let retriedFailures = 0;
  let running: Promise<void> | undefined;

  const isQuiet = () => calls === 0 && performance.now() - lastCall >= QUIET_MS;

  /** A client that never rests must not keep entries from being saved forever. */
  async function pause(): Promise<void> {
    const since = performance.now();
    while (!isQuiet() && performance.now() - since < MAX_PAUSE_MS) await waitUnref(QUIET_MS / 2);
  }

  async function savePending({ learning }: Parts, options: SaveOptions = {}): Promise<void> {
    try {
      const opened = await learning.open();
      store = opened.storeId;
      isDue = false;
      const { saved, remaining } = await opened.savePending({ ...options, beforeEach: pause });
      isDue ||= remaining > 0;
      if (saved + remaining > 0) logger.log('info', 'journal_caught_up', { saved, remaining });
    } catch (error) {
      isDue = true;
      logger.log('warn', 'journal_not_caught_up', { message: String(error) });
    }
  }

  async function retry(parts: Parts): Promise<void> {
    for (const waitMs of RETRY_WAITS_MS) {
      if (!isDue) return;
      await wait(waitMs);
      await savePending(parts);
    }
    // The texts are worth keeping without their vectors, which are made when the embedding answers again.
    if (isDue) await savePending(parts, { needsVectors: false });
  }

  function inBackground(parts: Parts, work: () => Promise<void> = async () => undefined): void {
    const run = async () => {
      await work();
      while (retriedFailures < failures) {
        retriedFailures = failures;
        await retry(parts);
      }
    };
    running ??= run()
      .catch((error: unknown) => logger.log('warn', 'journal_not_caught_up', { message: String(error) }))
      .finally(() => {
        running = undefined;
      });
  }

  const whileCalled: CatchUp['whileCalled'] = async (work) => {
    calls += 1;
    try {
      return await work();
    } finally {
      calls -= 1;
      lastCall = performance.now();
    }
  };

  return {
    async begin(parts) {
      const { journal, learning } = parts;
      if (!learning.exists() && (await journal.unsavedEntries()).length === 0) return;
      inBackground(parts, async () => {
        await savePending(parts);
        await retry(parts);
      });
      await running;
      const opened = await learning.open();
      await opened.findSimilarHypotheses({
        domain: 'debugging',
        strategy: 'research-first',
        goal: 'begin',
        hypothesis: 'begin',
      });
      // Compares values with experiences of earlier sessions: the next session should not be shown one that no longer fits.
      await opened.listValues({ limit: MAX_CHECKED_VALUES });
    },
    async save(entry, parts) {
      try {
        const experience = await whileCalled(async () => (await parts.learning.open()).save(entry));
        inBackground(parts, async () => {
          const { storeId } = await parts.learning.open();
          if (isDue || storeId !== store) await savePending(parts);
        });
        return success(experience);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        logger.log('warn', 'entry_not_saved', { id: entry.id, message: reason });
        isDue = true;
        failures += 1;
        inBackground(parts);
        return failure(reason);
      }
    },
    noteCall() {
      lastCall = performance.now();
    },
    whileCalled,
  };
}

/** Before the second, third and fourth attempt. */
const RETRY_WAITS_MS = [1_000, 2_000, 4_000];
/** Calls of one thought follow each other within this time. */
const QUIET_MS = 60;
const MAX_PAUSE_MS = 1_000;
const MAX_CHECKED_VALUES = 1_000;

async function waitUnref(ms: number): Promise<void> {
  await delay(ms, undefined, { ref: false });
}
