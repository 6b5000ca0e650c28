/** As it is stored: mostly once from each side. */
export interface SimilarityRow {
  readonly decision: number;
  readonly neighbour: number;
  readonly score: number;
}

interface Pair {
  readonly one: number;
  readonly other: number;
  readonly score: number;
}

/** The best pairs of those that are added, each once, up to a limit. */
export interface BestPairs {
  /** What a further pair has to reach. */
  readonly minScore: number;
  add(row: SimilarityRow): void;
  /** Lets go of what is no longer among the best. */
  trim(): void;
  /** Best first. */
  all(): Pair[];
}

export function createBestPairs(limit: number, atLeast: number): BestPairs {
  let minScore = atLeast;
  let pairs = new Map<number, Pair>();
  const sorted = () => [...pairs].sort(([a, left], [b, right]) => right.score - left.score || a - b).slice(0, limit);
  return {
    get minScore() {
      return minScore;
    },
    add({ decision, neighbour, score }) {
      const [one, other] = decision < neighbour ? [decision, neighbour] : [neighbour, decision];
      const key = one * MAX_NUMBERS + other;
      if (score > (pairs.get(key)?.score ?? -1)) pairs.set(key, { one, other, score });
    },
    trim() {
      if (pairs.size <= limit) return;
      const kept = sorted();
      pairs = new Map(kept);
      minScore = Math.max(atLeast, kept.at(-1)?.[1].score ?? atLeast);
    },
    all: () => sorted().map(([, pair]) => pair),
  };
}

// Two numbers below this fit into one exact number.
const MAX_NUMBERS = 2 ** 26;
