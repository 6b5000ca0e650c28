import type { CacheCounters } from '../model/decision-graph.js';

/** The entries used last, up to a limit. */
export interface LeastRecentlyUsed<Value> {
  /** Counted as a hit or a miss. */
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** Drops what the condition holds for. */
  drop(isStale: (value: Value) => boolean): void;
  readonly counters: CacheCounters;
}

export function createLeastRecentlyUsed<Value>(maxSize: number): LeastRecentlyUsed<Value> {
  const entries = new Map<string, Value>();
  let hits = 0;
  let misses = 0;
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) {
        misses += 1;
        return undefined;
      }
      hits += 1;
      // Taken out and put back at the end: the first entry is the one not used for longest.
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      if (maxSize === 0) return;
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.size > maxSize ? entries.keys() : [];
      if (oldest !== undefined) entries.delete(oldest);
    },
    drop(isStale) {
      for (const [key, value] of entries) if (isStale(value)) entries.delete(key);
    },
    get counters() {
      return { hits, misses, size: entries.size };
    },
  };
}
