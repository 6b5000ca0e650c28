import { innerProduct } from '../../semantics/kernels/inner-product.js';
import { isSameChoice, NEARLY_SAME_QUESTION } from '../model/compare-winners.js';
import type { Memory } from './open-memory.js';

export interface Comparable {
  readonly number: number;
  readonly workingDirectory: string;
  readonly winningOption: string | null;
  readonly decidedAt: Date | string;
}

/**
 * One decision per group of near-duplicates: those of one project that asked nearly the same and chose the same. The
 * newest is shown where the best one was.
 */
export function newestOfEach<Match extends Comparable>(
  matches: readonly Match[],
  areNearlySame: (one: Comparable, other: Comparable) => boolean,
): Match[] {
  const groups: { readonly best: Match; newest: Match }[] = [];
  for (const match of matches) {
    const group = groups.find(
      ({ best }) =>
        best.workingDirectory === match.workingDirectory &&
        isSameChoice(best.winningOption, match.winningOption) &&
        areNearlySame(best, match),
    );
    if (group === undefined) groups.push({ best: match, newest: match });
    else if (match.decidedAt > group.newest.decidedAt) group.newest = match;
  }
  return groups.map(({ newest }) => newest);
}

export function areNearlySameQuestions({ index, space }: Memory): (one: Comparable, other: Comparable) => boolean {
  return (one, other) => {
    const [first, second] = [index.vectorOf(one.number), index.vectorOf(other.number)];
    if (first === undefined || second === undefined) return false;
    return space.score(innerProduct(first, second, 0)) >= NEARLY_SAME_QUESTION;
  };
}
