import { sameOption } from '../../semantics/index.js';
import { isNegated } from '../../semantics/options/contradicts.js';
import { FRAME_WORDS, optionWords } from '../../semantics/options/option-words.js';
import { stem } from '../../semantics/stem.js';

/**
 * How two choices on one question relate to each other. `refined`: one says what the other says and more ("SQLite",
 * "SQLite with WAL"). `compatible`: both can be followed ("PostgreSQL", "do not use SQLite").
 */
export type ChoiceRelation = 'same' | 'refined' | 'compatible' | 'different';

export function compareChoices(a: string, b: string): ChoiceRelation {
  if (sameOption(a, b)) return 'same';
  const [one, other] = [read(a), read(b)];
  if (one.words.length === 0 || other.words.length === 0) return 'different';
  if (one.isRefusal && other.isRefusal) return 'compatible';
  if (one.isRefusal) return refuses(one, other) ? 'different' : 'compatible';
  if (other.isRefusal) return refuses(other, one) ? 'different' : 'compatible';
  return isMore(one, other) || isMore(other, one) ? 'refined' : 'different';
}

interface ReadChoice {
  readonly words: readonly string[];
  /** Says no to what its words name, and does not say what to take instead. */
  readonly isRefusal: boolean;
}

function read(option: string): ReadChoice {
  const [chosen = ''] = option.split(/\b(?:instead of|rather than)\b/i);
  const words = optionWords(chosen);
  const isRefusal = isNegated(words);
  // "No, …" answers the question as it was asked: what follows is not what is refused.
  const isAnswer = /^\W*no\b\s*(?:[,.;:–—-]|$)/i.test(option);
  const named = words.filter((word) => !FRAME_WORDS.has(word) && !isNegated([word]) && !SMALL.has(word));
  return { words: isAnswer ? [] : named.map(stem), isRefusal };
}

const SMALL = new Set(['yes', 'do', 'it', 'for', 'and']);

/** A refusal contradicts only what it refuses, which it names first. */
function refuses({ words: [refused] }: ReadChoice, other: ReadChoice): boolean {
  return refused !== undefined && other.words.includes(refused);
}

function isMore(longer: ReadChoice, shorter: ReadChoice): boolean {
  const added = longer.words.filter((word) => !shorter.words.includes(word));
  const isContained = shorter.words.every((word) => longer.words.includes(word));
  return isContained && added.length > 0 && !added.some((word) => GIVES_UP.test(word));
}

/** With one of these, the rest is what is given up. */
const GIVES_UP = /^(?:remov|replac|drop|stop|abandon|until|delai|postpon|migrat|mov|deprecat)/;
