import { type Similarity, sameOption } from '../../semantics/index.js';
import type { SameOption } from './option-book.js';

/** Decides which wordings name one option. The words decide first; what they leave open, their likeness decides. */
export interface OptionMatcher {
  /** Measures ahead what the words leave open, because the book itself asks without waiting. */
  prepare(wordings: readonly string[]): Promise<void>;
  readonly same: SameOption;
}

export function createOptionMatcher(similarity: Similarity, threshold: number): OptionMatcher {
  const measured = new Map<string, number>();
  const likeness = (a: string, b: string) => measured.get(keyOf(a, b)) ?? 0;
  return {
    same: (a, b) => sameOption(a, b, threshold, likeness),
    prepare: async (wordings) => {
      const open = pairsOf([...new Set(wordings)].slice(0, MOST_WORDINGS)).filter(
        ([a, b]) => !measured.has(keyOf(a, b)) && isLeftOpen(a, b, threshold),
      );
      await Promise.all(
        open.map(async ([a, b]) => {
          measured.set(keyOf(a, b), await similarity.compare(a, b));
        }),
      );
    },
  };
}

/** Twenty seats over five rounds; beyond that the words alone decide. */
const MOST_WORDINGS = 100;

/** Open is what a likeness could turn: the words have decided where it makes no difference. */
function isLeftOpen(a: string, b: string, threshold: number): boolean {
  return sameOption(a, b, threshold, () => 1) && !sameOption(a, b, threshold, () => 0);
}

function pairsOf(wordings: readonly string[]): (readonly [string, string])[] {
  return wordings.flatMap((a, index) => wordings.slice(index + 1).map((b) => [a, b] as const));
}

function keyOf(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}
