import { setTimeout as delay } from 'node:timers/promises';
import type { Journal, ResolvedEntry } from '../journal/index.js';
import { errorMessage } from '../kernel/error-code.js';
import type { Logger } from '../kernel/logger.js';
import { failure, type Result, success } from '../kernel/result.js';
import { withinTime } from '../kernel/time-limit.js';
import type { Experience } from './experiences/experience.js';
import type { Learning } from './learning.js';
import type { SaveOptions } from './saving/save-entries.js';
import type { HitRate, NewHypothesis, SimilarHypotheses } from './search/premortem.js';
import type { Value } from './values/value.js';

interface CatchUpContext {
  readonly journal: Pick<Journal, 'unsavedEntries'>;
  readonly learning: { readonly exists: () => Promise<boolean>; readonly open: () => Promise<Learning> };
  readonly logger: Logger;
  readonly wait?: (ms: number) => Promise<void>;
}

/** Saves resolved entries for learning, in the background where that fails at first, and gives way to the client's calls. */
export interface CatchUp {
  /** Saves what earlier sessions left, then checks values and loads what a first hypothesis needs, if there is any. */
  begin(): Promise<void>;
  /** One attempt. If it fails, the reason is returned and more attempts follow in the background. */
  save(entry: ResolvedEntry): Promise<Result<Experience, string>>;
  /** What earlier entries say about a new one; empty where that takes too long. */
  findAdvice(hypothesis: NewHypothesis): Promise<Advice>;
  noteCall(): void;
}

interface Advice {
  readonly similar: SimilarHypotheses;
  readonly hitRate: HitRate | undefined;
  /** The learned value that is nearest to the hypothesis. */
  readonly value: Value | undefined;
}

export function createCatchUp({ journal, learning, logger, wait = waitUnref }: CatchUpContext): CatchUp {
  const { noteCall, whileCalled, pause } = watchCalls();
  const pending = createPending(learning, logger, pause);
  let failures = 0;
  let retriedFailures = 0;
  let running: Promise<void> | undefined;

  async function retry(): Promise<void> {
    for (const waitMs of RETRY_WAITS_MS) {
      if (!pending.isDue) return;
      await wait(waitMs);
      await pending.save();
    }
    // The texts are worth keeping without their vectors, which are made when the embedding answers again.
    if (pending.isDue) await pending.save({ needsVectors: false });
  }

  function inBackground(work: () => Promise<void>): void {
    const run = async () => {
      await work();
      while (retriedFailures < failures) {
        retriedFailures = failures;
        await retry();
      }
    };
    running ??= run()
      .catch((error: unknown) => logger.log('warn', 'journal_not_caught_up', { message: String(error) }))
      .finally(() => {
        running = undefined;
      });
  }

  return {
    async begin() {
      if (!(await learning.exists()) && (await journal.unsavedEntries()).length === 0) return;
      inBackground(async () => {
        await pending.save();
        await retry();
      });
      await running;
      const opened = await learning.open();
      await opened.findSimilarHypotheses(ANY_HYPOTHESIS);
      // Compares values with experiences of earlier sessions: the next session should not be shown one that no longer fits.
      await opened.listValues({ limit: MAX_CHECKED_VALUES });
    },
    async save(entry) {
      const saved = await whileCalled(() => trySaving(entry, learning, logger));
      if (!saved.ok) {
        pending.isDue = true;
        failures += 1;
      }
      inBackground(async () => {
        if (saved.ok) await pending.saveIfDue();
      });
      return saved;
    },
    findAdvice: async (hypothesis) =>
      (await learning.exists()) ? whileCalled(() => findAdvice(learning.open, hypothesis, logger)) : NO_ADVICE,
    noteCall,
  };
}

/** Before the second, third and fourth attempt. */
const RETRY_WAITS_MS = [1_000, 2_000, 4_000];
const MAX_CHECKED_VALUES = 1_000;
const ANY_HYPOTHESIS = { domain: 'debugging', strategy: 'research-first', goal: 'begin', hypothesis: 'begin' } as const;

async function trySaving(
  entry: ResolvedEntry,
  learning: CatchUpContext['learning'],
  logger: Logger,
): Promise<Result<Experience, string>> {
  try {
    return success(await (await learning.open()).save(entry));
  } catch (error) {
    const reason = errorMessage(error);
    logger.log('warn', 'entry_not_saved', { id: entry.id, message: reason });
    return failure(reason);
  }
}

/** The entries that are in the journal only. */
function createPending(learning: CatchUpContext['learning'], logger: Logger, pause: () => Promise<void>) {
  /** The file that was caught up with: another file in the same path lacks everything. */
  let storeId: string | undefined;
  const pending = { isDue: false, save, saveIfDue };
  return pending;

  async function save(options: SaveOptions = {}): Promise<void> {
    try {
      const opened = await learning.open();
      storeId = opened.storeId;
      pending.isDue = false;
      const { saved, remaining } = await opened.savePending({ ...options, beforeEach: pause });
      pending.isDue ||= remaining > 0;
      if (saved + remaining > 0) logger.log('info', 'journal_caught_up', { saved, remaining });
    } catch (error) {
      pending.isDue = true;
      logger.log('warn', 'journal_not_caught_up', { message: String(error) });
    }
  }

  async function saveIfDue(): Promise<void> {
    const opened = await learning.open();
    if (pending.isDue || opened.storeId !== storeId) await save();
  }
}

/** Calls of one thought follow each other within this time. */
const QUIET_MS = 60;
const MAX_PAUSE_MS = 1_000;

/** Knows when the client is quiet. */
function watchCalls() {
  let calls = 0;
  let lastCall = Number.NEGATIVE_INFINITY;
  const isQuiet = () => calls === 0 && performance.now() - lastCall >= QUIET_MS;
  const noteCall = (): void => {
    lastCall = performance.now();
  };
  const whileCalled = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    calls += 1;
    try {
      return await work();
    } finally {
      calls -= 1;
      noteCall();
    }
  };
  /** Not for long: a client that never rests must not keep entries from being saved forever. */
  const pause = async (): Promise<void> => {
    const since = performance.now();
    while (!isQuiet() && performance.now() - since < MAX_PAUSE_MS) await waitUnref(QUIET_MS / 2);
  };
  return { noteCall, whileCalled, pause };
}

async function waitUnref(ms: number): Promise<void> {
  await delay(ms, undefined, { ref: false });
}

const NO_ADVICE: Advice = {
  similar: { falsified: undefined, confirmed: undefined },
  hitRate: undefined,
  value: undefined,
};

/** An agent that begins its work neither waits long for advice nor fails without it. */
const MAX_ADVICE_MS = 4_000;

async function findAdvice(open: () => Promise<Learning>, hypothesis: NewHypothesis, logger: Logger): Promise<Advice> {
  try {
    return await withinTime({ maxMs: MAX_ADVICE_MS }, async () => {
      const learning = await open();
      const [similar, hitRate] = await Promise.all([
        learning.findSimilarHypotheses(hypothesis),
        learning.hitRate(hypothesis),
      ]);
      const value = await learning.findNearestValue({
        text: `${hypothesis.goal}. ${hypothesis.hypothesis}`,
        similar: [similar.falsified, similar.confirmed].flatMap((found) => (found ? [found.experience.id] : [])),
      });
      return { similar, hitRate, value };
    });
  } catch (error) {
    logger.log('warn', 'no_advice', { message: String(error) });
    return NO_ADVICE;
  }
}
