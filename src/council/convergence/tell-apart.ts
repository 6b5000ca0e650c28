import { areOpposites } from '../../semantics/options/opposites.js';
import type { Stance } from '../../semantics/options/stance.js';
import { meaningOf } from '../../semantics/options/synonym.js';

/** One refuses what the other wants, or numbers, names or words that are opposites tell the two apart. */
export function exclude(left: Stance, right: Stance): boolean {
  if (left.isRefusal !== right.isRefusal) return true;
  const { onlyLeft, onlyRight } = ownWords(left, right);
  if (onlyLeft.some((word) => onlyRight.some((other) => areOpposites(word, other)))) return true;
  return [left.numbers, left.names].some((own, index) => {
    const others = index === 0 ? right.numbers : right.names;
    return own.size > 0 && others.size > 0 && [...own].every((word) => !others.has(word));
  });
}

/**
 * Options are labels: with the same words in other roles, or another word or number in one place, another is chosen.
 * One that only says more than the other refines it, unless it gives up what the other names.
 */
export function areOtherOptions(left: Stance, right: Stance): boolean {
  const { onlyLeft, onlyRight } = ownWords(left, right);
  const own = [...onlyLeft, ...onlyRight];
  if (own.length === 0) return true;
  if (onlyLeft.length === 0 || onlyRight.length === 0) return own.some(turnsAround);
  return (onlyLeft.length === 1 && onlyRight.length === 1) || own.some((word) => /^\d/.test(word));
}

const turnsAround = (word: string) => GIVES_UP.has(word) || /^[<>=]/.test(word);

const GIVES_UP = new Set(
  'drop stop remove avoid skip abandon reject forbid postpone disable hold decrease'.split(' ').map(meaningOf),
);

/** Alternatives are often named alike but for one place: "canary release", "blue-green release". */
export function differInOnePlace(left: Stance, right: Stance): boolean {
  const [words, others] = [[...left.words], [...right.words]];
  const shared = sharedWords(left, right).length;
  const ahead = commonStart(words, others);
  const behind = commonStart(words.slice(ahead).reverse(), others.slice(ahead).reverse());
  return shared > 0 && ahead + behind === shared && shared < Math.min(words.length, others.length);
}

/** "… report errors by values" and "… report errors by exceptions": the same words lead up to something else. */
export function endOtherwise(left: Stance, right: Stance): boolean {
  const [words, others] = [[...left.words], [...right.words]];
  const ahead = commonStart(words, others);
  const isShort = Math.max(words.length, others.length) - ahead <= SHORT_END;
  const goOn = Math.min(words.length, others.length) > ahead;
  return ahead > 1 && goOn && isShort && sharedWords(left, right).length === ahead;
}

const SHORT_END = 2;

export function sharedWords(left: Stance, right: Stance): string[] {
  return [...left.words].filter((word) => right.words.has(word));
}

function ownWords(left: Stance, right: Stance) {
  return {
    onlyLeft: [...left.words].filter((word) => !right.words.has(word)),
    onlyRight: [...right.words].filter((word) => !left.words.has(word)),
  };
}

function commonStart(words: readonly string[], others: readonly string[]): number {
  const end = words.findIndex((word, index) => word !== others[index]);
  return end < 0 ? words.length : end;
}
