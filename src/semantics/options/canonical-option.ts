import { FRAME_WORDS, KIND_WORDS, NEGATIONS, PREPOSITIONS } from './lists/frame-words.js';
import { NAMES } from './lists/names.js';
import { SYNONYMS } from './lists/synonyms.js';
import { numberOrUnit, ordinalNumber } from './numbers.js';
import { rephrase } from './rephrase.js';
import { markRoles } from './roles.js';
import { singular, stem } from './stem.js';
import { tokensOf } from './tokens.js';
import { wordSet } from './word-lists.js';

export interface Item {
  /** What is compared. */
  readonly text: string;
  /** As written, but for the plural. */
  readonly surface: string;
  /** Preceded by an article or a possessive. */
  readonly determined?: boolean;
  readonly kind: 'content' | 'preposition' | 'and' | 'comma' | 'not' | 'over' | 'favour';
}

/** An option in the form in which options are compared; frame words are gone. */
export function canonicalOption(text: string): Item[] {
  const words = rephrase(tokensOf(text));
  const framed = words.flatMap((word, index) => itemOf(word, index, words));
  const unframed = framed.filter(
    (item) => item.kind !== 'content' || !FRAME.has(item.surface) || item.text.startsWith('#'),
  );
  const items = unframed.some((item) => item.kind === 'content' || item.kind === 'not') ? unframed : framed;
  return markRoles(withoutRepetition(withoutMake(withoutKindWord(items))));
}

/** The words that make the choice, in their order. */
export function contentOf(items: readonly Item[]): string[] {
  return items.filter((item) => item.kind === 'content').map((item) => item.text);
}

export function isName(word: string): boolean {
  return PRODUCT_NAMES.has(word);
}

const FRAME = wordSet(FRAME_WORDS);
const KIND = wordSet(KIND_WORDS);
const NEGATION = wordSet(NEGATIONS);
const PREPOSITION = wordSet(PREPOSITIONS);
const PRODUCT_NAMES = wordSet(NAMES);
const AND = wordSet('and & + plus AND');
const DETERMINERS = wordSet('a an the our your their its');
const LABEL_NOUN = wordSet('option choice alternative');
/** Someone who does it, as a form of doing it. */
const AGENTS = new Map(
  ['reviewer', 'approver', 'maintainer', 'tester'].map((agent) => [agent, agent.replace(/e?r$/, '')]),
);

const SYNONYM_OF: ReadonlyMap<string, string> = new Map(
  SYNONYMS.trim()
    .split('\n')
    .flatMap((line) => {
      const group = line.split(' ').map(stem);
      return group.map((word) => [word, group[0] ?? word] as const);
    }),
);

/** To forbid is not to allow, so that both wordings meet. */
const CONTRARY = new Map([
  [stem('forbid'), stem('allow')],
  [stem('disable'), stem('enable')],
]);

function itemOf(word: string, index: number, words: readonly string[]): Item[] {
  const previous = words[index - 1];
  const item = (kind: Item['kind'], text = word): Item => ({
    kind,
    text,
    surface: singular(word),
    determined: previous !== undefined && DETERMINERS.has(previous),
  });
  if (word === 'NOT' || NEGATION.has(word)) return [item('not')];
  if (word === 'OVER' || word === 'over') return [item('over')];
  if (word === 'FAVOUR') return [item('favour')];
  if (AND.has(word)) return [item('and')];
  if (word === ',' || word === ';') return [item('comma')];
  if (word.startsWith('#')) return [item('content', labelOf(word))];
  // "server-side" and "on the server" place a thing alike.
  if (word === 'side' && (previous === 'server' || previous === 'client')) return [];
  const number =
    numberOrUnit(word, previous) ?? (LABEL_NOUN.has(words[index + 1] ?? '') ? ordinalNumber(word) : undefined);
  if (number !== undefined) return [item('content', number)];
  if (PREPOSITION.has(word)) return [item('preposition')];
  const agent = AGENTS.get(singular(word));
  if (agent !== undefined) return [item('content', stem(agent)), item('content', 'person')];
  const stemmed = stem(word);
  const meaning = SYNONYM_OF.get(stemmed) ?? stemmed;
  const contrary = CONTRARY.get(meaning);
  return contrary === undefined ? [item('content', meaning)] : [item('not'), item('content', contrary)];
}

const ROMAN: Readonly<Record<string, string>> = { ii: '2', iii: '3', iv: '4', vi: '6', vii: '7', viii: '8' };

function labelOf(word: string): string {
  const label = word.slice(1).toLowerCase();
  return ROMAN[label] ?? `#${label}`;
}

/** "the React framework" is React, while "a framework" is not nothing. */
function withoutKindWord(items: readonly Item[]): Item[] {
  const last = items.at(-1);
  const before = items.at(-2);
  if (last === undefined || before === undefined) return [...items];
  const redundant = (KIND.has(last.surface) && isName(before.text)) || isRedundantHead(last, before);
  return redundant ? items.slice(0, -1) : [...items];
}

/** "event-driven architecture" is what "event-driven" means; "change architecture" needs its object. */
function isRedundantHead(last: Item, before: Item): boolean {
  return (
    /^(?:architecture|pattern)$/.test(last.surface) &&
    /(?:driven|service|repo|ed|ing|ular|onal|less|fig)$/.test(before.surface)
  );
}

/** "make reviews mandatory" is "mandatory reviews". */
function withoutMake(items: readonly Item[]): Item[] {
  const [make, ...made] = items;
  const quality = made.at(-1);
  if (make?.surface !== 'make' || quality === undefined || !QUALITY.test(quality.surface)) return [...items];
  return [quality, ...made.slice(0, -1)];
}

const QUALITY =
  /^(?:mandatory|compulsory|obligatory|required|optional|public|private|opensource|open|(?:a?synchron|\w+)ous|\w+[ai]ble|\w+ive|default)$/;

/** "Kubernetes (k8s)" gives one name twice. */
function withoutRepetition(items: readonly Item[]): Item[] {
  const half = items.length / 2;
  const text = (part: readonly Item[]) => part.map((item) => item.text).join(' ');
  const repeats = Number.isInteger(half) && half > 0 && text(items.slice(0, half)) === text(items.slice(half));
  return repeats ? items.slice(0, half) : [...items];
}
