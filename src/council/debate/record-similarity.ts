import { withinTime } from '../../kernel/time-limit.js';
import type { Similarity } from '../../semantics/index.js';
import type { Deliberation } from '../deliberation.js';
import { RECORD } from '../record/record-keys.js';

type Compared = { readonly score: number; readonly backend: string } | { readonly failed: string };

/**
 * Compares answers, each pair once: the embedding may be gone by the time of a replay. A comparison ends with the debate
 * and after a few seconds, because no measure is worth delaying a verdict.
 */
export function recordSimilarity({
  similarity,
  limits,
  run,
}: Pick<Deliberation, 'similarity' | 'limits' | 'run'>): Similarity {
  // A debate of one round compares nothing, so it has no backend.
  let backend = 'none';

  const measure = async (a: string, b: string): Promise<Compared> => {
    try {
      const score = await withinTime({ maxMs: MAX_COMPARISON_MS, signal: limits.signal }, () =>
        similarity.compare(a, b),
      );
      return { score, backend: similarity.backend };
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  };

  return {
    get backend() {
      return backend;
    },
    compare: async (a, b) => {
      const compared = await run.record<Compared>(RECORD.comparison(a, b), () => measure(a, b), NOT_RECORDED);
      if ('failed' in compared) throw new Error(compared.failed);
      backend = compared.backend;
      return compared.score;
    },
  };
}

const NOT_RECORDED: Compared = { failed: 'these texts were not compared when it was recorded' };
const MAX_COMPARISON_MS = 6_000;
