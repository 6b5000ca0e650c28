import { canonicalOption, type Item, isName } from '../../semantics/options/canonical-option.js';
import { REFUSED } from '../../semantics/options/roles.js';

/**
 * How two choices on one question stand to each other. `refined`: one says what the other says and more ("SQLite",
 * "SQLite with WAL"). `compatible`: both can be followed ("PostgreSQL", "do not use SQLite").
 */
export type ChoiceRelation = 'same' | 'refined' | 'compatible' | 'different';

export async function compareChoices(
  a: string,
  b: string,
  { isSameChoice }: { readonly isSameChoice: (a: string, b: string) => Promise<boolean> },
): Promise<ChoiceRelation> {
  if (await isSameChoice(a, b)) return 'same';
  const [one, other] = [read(a), read(b)];
  if (one.words.size === 0 || other.words.size === 0) return 'different';
  if (one.isRefusal && other.isRefusal) return 'compatible';
  if (one.isRefusal || other.isRefusal) return isAboutTheSame(one, other) ? 'different' : 'compatible';
  return isMore(one, other) || isMore(other, one) ? 'refined' : 'different';
}

interface ReadChoice {
  readonly words: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Turns down what its words name, and says nothing about what to take instead. */
  readonly isRefusal: boolean;
}

function read(option: string): ReadChoice {
  const items = canonicalOption(option);
  const [first, second] = items;
  const isRefusal = first?.text === REFUSED;
  // "No, …" answers the question as it was asked: what follows is not what is turned down.
  const named = isRefusal && second?.kind === 'comma' ? [] : items.filter(isNamed);
  const words = named.map(({ text }) => text);
  return { words: new Set(words), names: new Set(words.filter(isName)), isRefusal };
}

/** What is passed over ("<") or left behind ("-") is named only to be turned down; "yes" names nothing. */
function isNamed({ kind, text }: Item): boolean {
  return kind === 'content' && text !== REFUSED && text !== 'yes' && !/^[<-]/.test(text);
}

/** A refusal contradicts only what it refuses. Names say best what that is: the rest is often the question's own words. */
function isAboutTheSame(one: ReadChoice, other: ReadChoice): boolean {
  const haveNames = one.names.size > 0 && other.names.size > 0;
  const [left, right] = haveNames ? [one.names, other.names] : [one.words, other.words];
  return [...left].some((word) => right.has(word));
}

function isMore(longer: ReadChoice, shorter: ReadChoice): boolean {
  const added = [...longer.words].filter((word) => !shorter.words.has(word));
  return longer.words.size - added.length === shorter.words.size && !added.some((word) => TURNS.test(word));
}

/** With one of these, the rest is what is given up. */
const TURNS = /^(?:¬?remov|¬?replac|¬?except|¬?until|¬?delai|¬?postpon|¬?against|¬?migrat|¬?move|¬?deprecat)/;
