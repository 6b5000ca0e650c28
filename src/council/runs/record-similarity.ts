import type { Similarity } from '../../semantics/index.js';
import { digest } from './digest.js';
import type { Facts } from './run.js';

type Compared = { readonly score: number; readonly backend: string } | { readonly failed: string };

/** The same comparison, each pair measured once: what measures may be another program that is gone by the time of a replay. */
export function recordSimilarity(use: string, similarity: Similarity, facts: Facts): Similarity {
  // A debate of one round compares nothing; what others compared with says nothing about it.
  let backend = 'none';
  return {
    get backend() {
      return backend;
    },
    compare: async (a, b) => {
      const key = `compared/${use}/${digest(a, b)}`;
      const compared = await facts.fact<Compared>(key, () => measure(similarity, a, b), NOT_RECORDED);
      if ('failed' in compared) throw new Error(compared.failed);
      backend = compared.backend;
      return compared.score;
    },
  };
}

const NOT_RECORDED: Compared = { failed: 'these texts were not compared when it was recorded' };

async function measure(similarity: Similarity, a: string, b: string): Promise<Compared> {
  try {
    const score = await similarity.compare(a, b);
    return { score, backend: similarity.backend };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
