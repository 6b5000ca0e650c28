import { sameOption } from '../../semantics/index.js';
import { stem } from '../../semantics/stem.js';
import { questionWords } from '../question-words.js';

/** What two questions ask about, where they are the same but for that: "the header" and "the footer". */
export interface ExchangedSubject {
  readonly first: string;
  readonly second: string;
}

/**
 * Vectors of two questions are near each other when most of their words are the same, also when the one word that
 * matters is not. Undefined where one says no more than the other, or says it all in other words. What was to choose
 * from is not what was asked about: words of the options do not count.
 */
export function exchangedSubject(
  first: string,
  second: string,
  options: readonly string[] = [],
): ExchangedSubject | undefined {
  const chosen = stemmed(options.join(' '));
  const [one, other] = [without(chosen, stemmed(first)), without(chosen, stemmed(second))];
  const onlyFirst = [...one].filter(([word]) => !other.has(word)).map(([, spelling]) => spelling);
  const onlySecond = [...other].filter(([word]) => !one.has(word)).map(([, spelling]) => spelling);
  const shared = one.size - onlyFirst.length;
  const most = Math.max(onlyFirst.length, onlySecond.length);
  if (onlyFirst.length === 0 || onlySecond.length === 0 || most > MOST_EXCHANGED || shared < most) return undefined;
  const exchanged = { first: onlyFirst.join(' '), second: onlySecond.join(' ') };
  return sameOption(exchanged.first, exchanged.second) ? undefined : exchanged;
}

const MOST_EXCHANGED = 3;

function stemmed(question: string): Map<string, string> {
  return new Map([...questionWords(question)].map(([word, spelling]) => [stem(word), spelling]));
}

function without(chosen: ReadonlyMap<string, string>, words: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...words].filter(([word]) => !chosen.has(word)));
}
