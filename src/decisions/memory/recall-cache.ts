import type { Clock } from '../../kernel/clock.js';
import { innerProduct } from '../../semantics/kernels/inner-product.js';
import type { CacheCounters, Recall } from '../model/decision-graph.js';
import { createLeastRecentlyUsed } from './least-recently-used.js';

/**
 * Answers that were given. A change drops those that it could alter and no others: otherwise every deliberation, which
 * ends with a new decision, would make all of them worthless.
 */
export interface RecallCache {
  get(key: string): Recall | undefined;
  set(key: string, answer: CachedRecall): void;
  /** A decision is new, changed or gone. */
  changed(number: number, vectorOf: () => Float32Array | undefined): void;
  readonly counters: CacheCounters;
}

interface CachedRecall {
  readonly recall: Recall;
  /** The decisions that the answer speaks of. */
  readonly numbers: ReadonlySet<number>;
  /** A decision whose vector is so near to this one changes the answer. */
  readonly reach: { readonly vector: Float32Array; readonly minScore: number };
}

export interface RecallCacheOptions {
  readonly maxSize: number;
  readonly ttlMs: number;
  readonly clock: Clock;
  /** From a cosine to the calibrated scale. */
  readonly score: (cosine: number) => number;
}

export function createRecallCache({ maxSize, ttlMs, clock, score }: RecallCacheOptions): RecallCache {
  const answers = createLeastRecentlyUsed<CachedRecall & { readonly expiresAt: number }>(maxSize);
  return {
    get(key) {
      answers.drop(({ expiresAt }) => expiresAt <= clock.elapsed());
      return answers.get(key)?.recall;
    },
    set(key, answer) {
      answers.set(key, { ...answer, expiresAt: clock.elapsed() + ttlMs });
    },
    changed(number, vectorOf) {
      if (answers.counters.size === 0) return;
      const vector = vectorOf();
      answers.drop(
        ({ numbers, reach }) =>
          numbers.has(number) ||
          (vector !== undefined && score(innerProduct(reach.vector, vector, 0)) >= reach.minScore),
      );
    },
    get counters() {
      return answers.counters;
    },
  };
}
