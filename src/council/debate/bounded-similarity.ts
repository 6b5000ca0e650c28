import type { Similarity } from '../../semantics/index.js';

/** The same comparison, ended with the debate and after a few seconds: no measure is worth holding up a verdict. */
export function boundSimilarity(similarity: Similarity, signal: AbortSignal, longestMs = LONGEST_MS): Similarity {
  return {
    get backend() {
      return similarity.backend;
    },
    compare: async (a, b) => {
      signal.throwIfAborted();
      let stop: () => void = () => undefined;
      const ended = new Promise<never>((_, reject) => {
        const timer = setTimeout(() => reject(new Error(`no comparison within ${longestMs} ms`)), longestMs);
        const onAbort = () => reject(signal.reason);
        signal.addEventListener('abort', onAbort, { once: true });
        stop = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
        };
      });
      try {
        return await Promise.race([similarity.compare(a, b), ended]);
      } finally {
        stop();
      }
    },
  };
}

const LONGEST_MS = 6_000;
