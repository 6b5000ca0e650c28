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
  const byWords = new Map<string, 'same' | 'different' | 'open'>();
  const likeness = new Map<string, number>();
  const decide = (a: string, b: string) => {
    const known = byWords.get(keyOf(a, b));
    if (known !== undefined) return known;
    const decision = sameOption(a, b, threshold, () => 0) ? 'same' : canBeSame(a, b, threshold) ? 'open' : 'different';
    byWords.set(keyOf(a, b), decision);
    return decision;
  };
  return {
    same: (a, b) => {
      const decision = decide(a, b);
      // Until they are measured, wordings whose words leave it open stay apart.
      return decision === 'same' || (decision === 'open' && (likeness.get(keyOf(a, b)) ?? 0) >= threshold);
    },
    prepare: async (known, named) => {
      const fresh = [...new Set(named)].filter((wording) => !known.includes(wording)).slice(0, MOST_WORDINGS);
      const pairs = fresh.flatMap((a, index) => [...known, ...fresh.slice(index + 1)].map((b) => [a, b] as const));
      const open = pairs.filter(([a, b]) => decide(a, b) === 'open' && !likeness.has(keyOf(a, b)));
      await Promise.all(
        open.map(async ([a, b]) => {
          likeness.set(keyOf(a, b), await similarity.compare(a, b));
        }),
      );
    },
  };
}

/** As many as may sit; a wording too many is decided by its words alone. */
const MOST_WORDINGS = 20;

/** Whether the highest likeness there is would make them one. */
function canBeSame(a: string, b: string, threshold: number): boolean {
  return sameOption(a, b, threshold, () => 1);
}

function keyOf(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}
