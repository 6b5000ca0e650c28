import { sameOption } from '../../semantics/index.js';
import { contradicts, isNegated } from '../../semantics/options/contradicts.js';
import { optionWords, wordsIn } from '../../semantics/options/option-words.js';
import { stem } from '../../semantics/stem.js';
import type { Decision } from './decision.js';
import { FRAME_WORDS } from './question-words.js';

/** Of a decision, what a comparison of winners needs. */
export interface Choice {
  readonly question: string;
  readonly winningOption: string | null;
  /** The options that were offered or voted for. */
  readonly options: readonly string[];
}

export function choiceOf({ question, winningOption, options, stances }: Decision): Choice {
  const votes = stances.flatMap(({ option, firstOption }) => [option, firstOption]).filter((vote) => vote !== null);
  return { question, winningOption, options: [...options, ...votes] };
}

/** From here on two questions ask for the same decision, on the calibrated scale of questions. */
export const NEARLY_SAME_QUESTION = 0.67;

/**
 * Whether two decisions on similar questions chose differently: the words that differ between their winners must be in the question,
 * the options or the votes of the other decision. Both must be found there, or most of one if the questions are nearly the
 * same. A winner that only adds to the other, or refuses something, differs only if it says the opposite.
 */
export function choseDifferently(one: Choice, other: Choice, isNearlySameQuestion: boolean): boolean {
  const [first, second] = [one.winningOption, other.winningOption];
  if (first === null || second === null || sameOption(first, second)) return false;
  const [onlyFirst, onlySecond] = [differingWords(first, second), differingWords(second, first)];
  const isRefusal = [first, second].some((winner) => isNegated(wordsIn(winner)));
  if (isRefusal || onlyFirst.length === 0 || onlySecond.length === 0) return contradicts(first, second) !== undefined;
  const named = [shareNamed(onlyFirst, other), shareNamed(onlySecond, one)];
  return Math.min(...named) >= MIN_SHARE_OF_BOTH || (isNearlySameQuestion && Math.max(...named) >= MIN_SHARE_OF_ONE);
}

const MIN_SHARE_OF_BOTH = 1 / 2;
const MIN_SHARE_OF_ONE = 2 / 3;

/** Whether two winners are the same choice, or one of them only says more. */
export function isSameChoice(first: string | null, second: string | null): boolean {
  if (first === null || second === null) return first === second;
  if (sameOption(first, second)) return true;
  const isInside = differingWords(first, second).length === 0 || differingWords(second, first).length === 0;
  return isInside && contradicts(first, second) === undefined;
}

/** What a winner names and another does not. */
function differingWords(winner: string, other: string): string[] {
  const others = new Set(winnerWords(other));
  return winnerWords(winner).filter((word) => !others.has(word));
}

function winnerWords(winner: string): string[] {
  // "PostgreSQL instead of SQLite" chooses PostgreSQL.
  const [chosen = ''] = winner.split(/\b(?:instead of|rather than)\b/i);
  return contentWords(optionWords(chosen));
}

function shareNamed(words: readonly string[], { question, options }: Choice): number {
  const known = new Set([question, ...options].flatMap((text) => contentWords(wordsIn(text))));
  return words.filter((word) => known.has(word)).length / words.length;
}

function contentWords(words: readonly string[]): string[] {
  return [...new Set(words.filter((word) => !FRAME_WORDS.has(word)).map(stem))];
}
