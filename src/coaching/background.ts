import type { Logger } from '../kernel/logger.js';
import { sentenceFor } from './sentence-for.js';

/** Work that a page does not wait for, so that its next message is read at once. Closing ends it. */
export interface Background {
  /** If the work fails, `failed` gets a sentence for the person. */
  start(work: (signal: AbortSignal) => Promise<void>, failed: (sentence: string) => void): void;
  close(): Promise<void>;
}

export function createBackground(logger: Logger): Background {
  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    start(work, failed) {
      const done = work(ending.signal)
        .catch((error: unknown) => failed(sentenceFor(error, logger)))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async close() {
      ending.abort();
      await Promise.all(running);
    },
  };
}
