import { FRAME_WORDS, KIND_WORDS, NEGATIONS, PREPOSITIONS } from './lists/frame-words.js';
import { NAMES } from './lists/names.js';
import { numberOrUnit, ordinalNumber } from './numbers.js';
import { rephrase } from './rephrase.js';
import { markRoles } from './roles.js';
import { singular, stem } from './stem.js';
import { meaningOf, meaningWith } from './synonym.js';
import { tokensOf } from './tokens.js';
import { wordSet } from './word-lists.js';

export interface Item {
  /** What is compared. */
  readonly text: string;
  /** As written, but for the plural. */
  readonly surface: string;
  /** Preceded by an article or a possessive. */
  readonly determined?: boolean;
  /** Preceded by an article or a possessive that points at something known: "the", "our". */
  readonly definite?: boolean;
  /** Said to be missing, as the password of "passwordless login": such a word may stand before or after. */
  readonly lacking?: boolean;
  readonly kind: 'content' | 'preposition' | 'and' | 'comma' | 'not' | 'over' | 'favour';
}

/** An option in the form in which options are compared; frame words are gone. */
export function canonicalOption(text: string): Item[] {
  const words = rephrase(tokensOf(text));
  const framed = words.flatMap((word, index) => itemOf(word, index, words));
  const unframed = framed.filter(
    (item, index) =>
      !isSlashBetweenWords(item, framed[index - 1], framed[index + 1]) &&
      (item.kind !== 'content' ||
        !FRAME.has(item.surface) ||
        item.text.startsWith('#') ||
        // "both A and B" is a list; "split both services" says how many.
        (item.surface === 'both' && !framed.slice(index).some((later) => later.kind === 'and'))),
  );
  const items = unframed.some((item) => item.kind === 'content' || item.kind === 'not') ? unframed : framed;
  return markRoles(withVerbSense(withoutRepetition(withoutMake(withoutMeasure(withoutKindWord(items))))));
}

/** The words that make the choice, in their order. */
export function contentOf(items: readonly Item[]): string[] {
  return items.filter((item) => item.kind === 'content').map((item) => item.text);
}

export function isName(word: string): boolean {
  return PRODUCT_NAMES.has(word);
}

/** "blue/green" is "blue-green", while "Redis/Memcached" leaves a choice open. */
function isSlashBetweenWords(item: Item, before: Item | undefined, after: Item | undefined): boolean {
  return item.text === '/' && [before, after].every((word) => word?.kind === 'content' && !isName(word.text));
}

const FRAME = wordSet(FRAME_WORDS);
const KIND = wordSet(KIND_WORDS);
const NEGATION = wordSet(NEGATIONS);
const PREPOSITION = wordSet(PREPOSITIONS);
const PRODUCT_NAMES = wordSet(NAMES);
/** Product names that are ordinary words too: an edge server is no "Edge". */
const ALSO_WORDS = wordSet('edge node next express solid spring black ray linear notion vault puppet chef swarm flux');
const AND = wordSet('and & + plus AND');
const DETERMINERS = wordSet('a an the our your their its');
const LABEL_NOUN = wordSet('option choice alternative');
/** Someone who does it, as a form of doing it. */
const AGENTS = new Map(
  ['reviewer', 'approver', 'maintainer', 'tester'].map((agent) => [agent, agent.replace(/e?r$/, '')]),
);

/** To disable is not to enable and to forbid is to have no, so that both wordings meet. */
const CONTRARY = new Map([
  [stem('forbid'), []],
  [stem('disable'), [stem('enable')]],
]);

function itemOf(word: string, index: number, words: readonly string[]): Item[] {
  const previous = words[index - 1];
  const item = (kind: Item['kind'], text = word): Item => ({
    kind,
    text,
    surface: singular(word),
    determined: previous !== undefined && DETERMINERS.has(previous),
    definite: previous !== undefined && /^(?:the|our|your|their|its)$/.test(previous),
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
  const name = [word, singular(word)].find((form) => PRODUCT_NAMES.has(form));
  const meaning = name ?? meaningOf(word);
  const contrary = CONTRARY.get(meaning);
  return contrary === undefined
    ? [item('content', meaning)]
    : [item('not'), ...contrary.map((word) => item('content', word))];
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
  const redundant =
    (KIND.has(last.surface) && isName(before.text) && !ALSO_WORDS.has(before.text)) || isRedundantHead(last, before);
  return redundant ? items.slice(0, -1) : [...items];
}

/** "event-driven architecture" is what "event-driven" means; "change architecture" needs its object. */
function isRedundantHead(last: Item, before: Item): boolean {
  return (
    /^(?:architecture|pattern)$/.test(last.surface) &&
    /(?:driven|service|repo|ed|ing|ular|onal|less|fig)$/.test(before.surface)
  );
}

/** "reduce the bundle size" makes the bundle smaller. */
function withoutMeasure(items: readonly Item[]): Item[] {
  const [verb] = items;
  if (verb === undefined || !/^(?:increas|decreas|halv|doubl)$/.test(verb.text)) return [...items];
  return items.filter(
    (item, index) =>
      index < 2 || !/^(?:size|amount|count|quantity)$/.test(item.surface) || items[index - 1]?.kind !== 'content',
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
  /^(?:mandatory|compulsory|obligatory|required|optional|public|private|opensource|open|(?:a?synchron|\w+)ous|\w+[ai]ble|\w+ive|default|\w+(?<!m)ent|\w{4,}ic|\w{3,}less|\w{4,}ful)$/;

/** Brought in, a person is hired; anything else is only chosen. */
const BROUGHT_IN = 'bringin';

/** A verb in front that means another with the objects that follow, or its noun with the object before it. */
function withVerbSense(items: readonly Item[]): Item[] {
  const first = items.findIndex((item) => item.kind === 'content');
  const opens = (index: number) =>
    index === first || items[index - 1]?.kind === 'and' || items[index - 1]?.kind === 'comma';
  return items
    .map((item, index) => {
      if (item.kind !== 'content') return item;
      const isNoun = !opens(index) && /(?:ing|tion|al)$/.test(item.surface);
      const objects = contentOf(opens(index) ? clauseFrom(items, index + 1) : isNoun ? objectsOf(items, index) : []);
      const meaning = (index === first ? placing(item, items) : undefined) ?? meaningWith(item.text, objects);
      return meaning === undefined ? item : { ...item, text: meaning };
    })
    .filter((item) => item.text !== BROUGHT_IN);
}

/** Up to the next deed: of "ship now and handle the bugs later" only the bugs are handled. */
function clauseFrom(items: readonly Item[], start: number): readonly Item[] {
  const end = items.findIndex((item, index) => index >= start && item.kind === 'and');
  return items.slice(start, end < 0 ? items.length : end);
}

/** "error tracking", "the tracking of errors". */
function objectsOf(items: readonly Item[], deed: number): readonly Item[] {
  const named = items[deed + 1]?.surface === 'of' ? items.slice(deed + 2) : [];
  const end = named.findIndex((item) => item.kind !== 'content');
  const after = end < 0 ? named : named.slice(0, end);
  return [...items.slice(deed - 1, deed), ...after];
}

/** What is put somewhere is kept there. */
function placing(verb: Item, items: readonly Item[]): string | undefined {
  const isPlaced = /^(?:put|place)$/.test(verb.surface) && items.some((item) => /^(?:in|on|at)$/.test(item.surface));
  return isPlaced ? meaningOf('keep') : undefined;
}

/** "Kubernetes (k8s)" gives one name twice; "rewrite everything from scratch" says twice that all is new. */
function withoutRepetition(items: readonly Item[]): Item[] {
  const half = items.length / 2;
  const text = (part: readonly Item[]) => part.map((item) => item.text).join(' ');
  const repeats = Number.isInteger(half) && half > 0 && text(items.slice(0, half)) === text(items.slice(half));
  const once = repeats ? items.slice(0, half) : items;
  return once.filter((item, index) => item.kind !== 'content' || item.text !== once[index - 1]?.text);
}
