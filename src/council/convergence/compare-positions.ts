import { sameOption } from '../../semantics/index.js';
import { areOpposites } from '../../semantics/options/opposites.js';
import { type Stance, stanceIn } from '../../semantics/options/stance.js';

/** Unknown where at least one text takes no position that could be read. */
export type PositionChange = 'same' | 'different' | 'unknown';

/**
 * Whether two answers stand for the same thing. Texts that argue opposite sides of one question share most of their
 * words, so their likeness alone cannot tell a reworded answer from an opposite one.
 */
export function comparePositions(before: string | undefined, after: string | undefined): PositionChange {
  if (before === undefined || after === undefined) return 'unknown';
  if (sameOption(before, after, EXACT)) return 'same';
  const [left, right] = [stanceIn(claimOf(before)), stanceIn(claimOf(after))];
  if (left.isRefusal !== right.isRefusal || excludeEachOther(left, right)) return 'different';
  if (sharedPart(left, right) >= ENOUGH_SHARED) return 'same';
  // What is chosen may be named only after the comma; there it takes more to be sure.
  const [whole, other] = [stanceIn(sentenceOf(before)), stanceIn(sentenceOf(after))];
  return sharedPart(whole, other) >= PLENTY_SHARED && !excludeEachOther(whole, other) ? 'same' : 'different';
}

const EXACT = 1;
const ENOUGH_SHARED = 0.42;
const PLENTY_SHARED = 0.6;

function sharedPart(left: Stance, right: Stance): number {
  const smaller = Math.min(left.words.size, right.words.size);
  return smaller === 0 ? 0 : [...left.words].filter((word) => right.words.has(word)).length / smaller;
}

/** Without the reasons and conditions that follow, in which the rejected option is named too. */
function claimOf(position: string): string {
  return startOf(position, /[,;:(]|[.!?]\s|\b(?:and only|until|for this)\b/i);
}

function sentenceOf(position: string): string {
  return startOf(position, /[;(]|[.!?]\s/);
}

function startOf(position: string, end: RegExp): string {
  const [claim = ''] = position.split(/\b(?:because|since|so that|rather than|instead of)\b/i)[0]?.split(end) ?? [];
  return claim.trim() === '' ? position : claim;
}

/** Numbers and names that differ, or words that are opposites, tell two claims apart however much else they share. */
function excludeEachOther(left: Stance, right: Stance): boolean {
  const [onlyLeft, onlyRight] = [without(left.words, right.words), without(right.words, left.words)];
  if (onlyLeft.some((word) => onlyRight.some((other) => areOpposites(word, other)))) return true;
  return [left.numbers, left.names].some((own, index) => {
    const others = index === 0 ? right.numbers : right.names;
    return own.size > 0 && others.size > 0 && [...own].every((word) => !others.has(word));
  });
}

function without(words: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...words].filter((word) => !others.has(word));
}
