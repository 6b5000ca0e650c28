import { cutText } from '../kernel/cut-text.js';
import { errorMessage } from '../kernel/error-code.js';
import type { Logger } from '../kernel/logger.js';
import { plainLine } from '../kernel/plain-text.js';
import { isUserError } from '../kernel/user-error.js';

/** Work that a page does not wait for, so that its next message is read at once. Closing ends it. */
export interface Background {
  /** Settles when the work has ended. If it fails, `failed` gets a sentence for the person. */
  readonly start: (work: (signal: AbortSignal) => Promise<void>, failed?: (sentence: string) => void) => Promise<void>;
  /** Aborted by closing; the work gets it, too. */
  readonly signal: AbortSignal;
  /** Resolves when nothing runs. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createBackground(logger: Logger): Background {
  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    start(work, failed = () => undefined) {
      const done = work(ending.signal)
        .catch((error: unknown) => failed(sentenceFor(error, logger)))
        .finally(() => running.delete(done));
      running.add(done);
      return done;
    },
    signal: ending.signal,
    settled,
    async close() {
      ending.abort();
      await settled();
    },
  };
}

/** What the person reads about a failure. The cause of an unexpected one is only in the log. */
export function sentenceFor(error: unknown, logger: Logger): string {
  if (isUserError(error)) return cutText(plainLine(error.message), MAX_LENGTH);
  logger.log('error', 'coaching.failed', { error: errorMessage(error) });
  return 'Something went wrong; `witan.log` has the cause (`witan project` shows its folder).';
}

const MAX_LENGTH = 500;
