import { sameOption } from '../../semantics/index.js';
import { contradicts, isNegated } from '../../semantics/options/contradicts.js';
import { optionWords, wordsIn } from '../../semantics/options/option-words.js';
import { stem } from '../../semantics/stem.js';
import type { Decision } from './decision.js';
import { FRAME_WORDS } from './question-words.js';

/** The part of a decision that a comparison of winners needs. */
export type Choice = Pick<Decision, 'question' | 'winningOption' | 'options' | 'stances'>;

/** From here on two questions ask for the same decision, on the calibrated scale of questions. */
export const NEARLY_SAME_QUESTION = 0.67;

/** Checks whether two decisions on similar questions chose differently. */
export function choseDifferently(one: Choice, other: Choice): boolean {
  return getContrast(one, other) > 0;
}

/**
 * Measures how clearly two decisions on similar questions chose differently, up to 1: how much more each winner is like something
 * that the other decision rejected than like the other winner.
 */
export function getContrast(one: Choice, other: Choice): number {
  const [first, second] = [one.winningOption, other.winningOption];
  if (first === null || second === null || sameOption(first, second)) return 0;
  // The words of "SQLite" and "not SQLite" hardly differ: only the form shows the opposite.
  const isRefusal = [first, second].some((winner) => isNegated(wordsIn(winner)));
  if (isRefusal || isInside(first, second)) {
    if (contradicts(first, second) !== undefined) return 1;
    if (isRefusal) return 0;
  }
  const toRejected = Math.min(similarityToRejected(first, other), similarityToRejected(second, one));
  return Math.max(0, toRejected - getSimilarity(first, second));
}

/** Checks whether two winners are the same choice, or one of them only says more. */
export function isSameChoice(first: string | null, second: string | null): boolean {
  if (first === null || second === null) return first === second;
  return sameOption(first, second) || (isInside(first, second) && contradicts(first, second) === undefined);
}

function isInside(first: string, second: string): boolean {
  const [one, other] = [contentWords(first), contentWords(second)];
  const smaller = Math.min(one.size, other.size);
  // "Yes" has no content words, and would be inside everything.
  return smaller > 0 && countShared(one, other) === smaller;
}

function similarityToRejected(winner: string, { question, options, stances, winningOption }: Choice): number {
  const votes = stances.flatMap(({ option, firstOption }) => [option ?? '', firstOption ?? '']);
  const rejected = [...options, ...votes].filter((option) => !sameOption(option, winningOption ?? ''));
  return Math.max(shareNamed(winner, question) / 2, ...rejected.map((option) => getSimilarity(winner, option)));
}

/** The share of words that both texts have. */
function getSimilarity(first: string, second: string): number {
  const [one, other] = [stems(wordsIn(chosenPart(first))), stems(wordsIn(chosenPart(second)))];
  return (2 * countShared(one, other)) / Math.max(1, one.size + other.size);
}

/** A question names what was rejected, and much else: so it counts half. */
function shareNamed(winner: string, question: string): number {
  const words = contentWords(winner);
  return countShared(words, stems(wordsIn(question))) / Math.max(1, words.size);
}

function contentWords(winner: string): Set<string> {
  return stems(optionWords(chosenPart(winner)).filter((word) => !FRAME_WORDS.has(word)));
}

/** "PostgreSQL instead of SQLite" chooses PostgreSQL. */
function chosenPart(winner: string): string {
  return winner.split(/\b(?:instead of|rather than)\b/i)[0] ?? '';
}

function stems(words: readonly string[]): Set<string> {
  return new Set(words.map(stem));
}

function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}
