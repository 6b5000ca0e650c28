import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../kernel/logger.js';
import type { Program } from './compose.js';

type Place = Pick<Program, 'journal' | 'learning'>;

/** Takes over, in the background, resolved entries that are not stored yet, and makes way for the calls of the client. */
export interface CatchUp {
  /** What earlier sessions left. Then what a first hypothesis needs is loaded, where there is any. */
  begin(place: Place): Promise<void>;
  /** Told after each attempt to store: what waited while it failed follows the next one that succeeds. */
  after(isStored: boolean, place: Place): void;
  noteCall(): void;
  whileCalled<Value>(work: () => Promise<Value>): Promise<Value>;
}

export function createCatchUp(logger: Logger): CatchUp {
  let calls = 0;
  let lastCall = Number.NEGATIVE_INFINITY;
  let waits = false;
  /** Which file was caught up with: another one in its place lacks everything. */
  let store: string | undefined;
  let running: Promise<void> | undefined;

  const isQuiet = () => calls === 0 && performance.now() - lastCall >= QUIET_MS;

  /** A client that never rests must not keep entries from being stored for ever. */
  async function pause(): Promise<void> {
    const since = performance.now();
    while (!isQuiet() && performance.now() - since < MAX_PAUSE_MS) await delay(QUIET_MS / 2, undefined, UNREF);
  }

  async function takeOver({ learning }: Place): Promise<void> {
    const opened = await learning.open();
    store = opened.storeId;
    waits = false;
    const { persisted, remaining } = await opened.persistPending(pause);
    waits ||= remaining > 0;
    if (persisted + remaining > 0) logger.log('info', 'journal_caught_up', { persisted, remaining });
  }

  function inBackground(work: () => Promise<void>): void {
    running ??= work()
      .catch((error: unknown) => logger.log('warn', 'journal_not_caught_up', { message: String(error) }))
      .finally(() => {
        running = undefined;
      });
  }

  return {
    async begin(place) {
      const { journal, learning } = place;
      if (!learning.exists() && (await journal.unpersistedEntries()).length === 0) return;
      inBackground(() => takeOver(place));
      await running;
      const opened = await learning.open();
      await opened.findSimilarHypotheses({
        domain: 'debugging',
        strategy: 'research-first',
        goal: 'begin',
        hypothesis: 'begin',
      });
    },
    after(isStored, place) {
      if (!isStored) {
        waits = true;
        return;
      }
      inBackground(async () => {
        const { storeId } = await place.learning.open();
        if (waits || storeId !== store) await takeOver(place);
      });
    },
    noteCall() {
      lastCall = performance.now();
    },
    async whileCalled(work) {
      calls += 1;
      try {
        return await work();
      } finally {
        calls -= 1;
        lastCall = performance.now();
      }
    },
  };
}

/** Calls of one thought follow each other within this time. */
const QUIET_MS = 60;
const MAX_PAUSE_MS = 1_000;
const UNREF = { ref: false };
