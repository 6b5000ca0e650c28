import { type Similarity, sameOption } from '../../semantics/index.js';
import type { SameOption } from './option-book.js';

/** Decides which wordings name one option. The words decide first; what they leave open, their likeness decides. */
export interface OptionMatcher {
  /** Measures ahead what the words leave open, because the book itself asks without waiting. */
  prepare(known: readonly string[], named: readonly string[]): Promise<void>;
  readonly same: SameOption;
}

export function createOptionMatcher(similarity: Similarity, threshold: number): OptionMatcher {
  // Taking two wordings apart costs half a millisecond, and the book asks for the same pairs again and again.
  const decided = new Map<string, boolean>();
  const decide = (a: string, b: string, likeness: number): boolean => {
    const isSame = sameOption(a, b, threshold, () => likeness);
    decided.set(keyOf(a, b), isSame);
    return isSame;
  };
  return {
    same: (a, b) => decided.get(keyOf(a, b)) ?? decide(a, b, 0),
    prepare: async (known, named) => {
      const fresh = [...new Set(named)].filter((wording) => !known.includes(wording)).slice(0, MOST_WORDINGS);
      const pairs = fresh.flatMap((a, index) => [...known, ...fresh.slice(index + 1)].map((b) => [a, b] as const));
      const open = pairs.filter(([a, b]) => !decided.has(keyOf(a, b)) && decide(a, b, UNMEASURED));
      // Until they are measured, wordings whose words leave it open stay apart.
      for (const [a, b] of open) decided.delete(keyOf(a, b));
      await Promise.all(
        open.filter(([a, b]) => !decide(a, b, 0)).map(async ([a, b]) => decide(a, b, await similarity.compare(a, b))),
      );
    },
  };
}

/** As many as may sit; a wording too many is decided by its words alone. */
const MOST_WORDINGS = 20;

/** A likeness that could not be higher shows which pairs the words leave open. */
const UNMEASURED = 1;

function keyOf(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}
