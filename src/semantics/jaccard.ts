import type { Similarity } from './similarity.js';
import { wordsOf } from './words.js';

/** The share of words that two texts have in common. Needs only the texts, so it is always available. */
export function createJaccardSimilarity(): Similarity {
  // Cached, because a round compares every answer with many others.
  const remembered = new Map<string, ReadonlySet<string>>();
  const wordSet = (text: string) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const words = new Set(wordsOf(text));
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(text, words);
    return words;
  };
  return { backend: 'jaccard', compare: async (a, b) => jaccard(wordSet(a), wordSet(b)) };
}

const MAX_REMEMBERED = 64;

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  const [smaller, larger] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of smaller) if (larger.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}
