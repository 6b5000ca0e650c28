import type { Similarity } from './similarity.js';
import { wordsOf } from './words.js';

/** The share of words that two texts have in common. Needs nothing but the texts, so it is always at hand. */
export function createJaccardSimilarity(): Similarity {
  return {
    backend: 'jaccard',
    compare: async (a, b) => jaccard(new Set(wordsOf(a)), new Set(wordsOf(b))),
  };
}

export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}
