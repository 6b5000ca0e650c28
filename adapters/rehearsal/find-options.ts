import { findListedOptions } from './find-listed-options.js';
import { fromFirstVerb, isChange, isStatusQuo, MODALS, PREPOSITIONS, startsAsAction } from './phrase.js';
import type { Briefing } from './read-briefing.js';
import { splitAlternatives } from './split-alternatives.js';
import { collapseSpaces, contentWords, wordsOf } from './words.js';

/** One thing that can be chosen. */
export interface Option {
  readonly text: string;
  /** The council's id for it, from the second round on. */
  readonly id: string | undefined;
  /** The words by which a sentence is taken to speak of it. */
  readonly names: readonly string[];
  /** Choosing it leaves things as they are. */
  readonly isStatusQuo: boolean;
  /** Its own wording says that something is to be changed ("rewrite …"). */
  readonly isChange: boolean;
}

/** The options in alphabetical order: whoever is named first in the question gains nothing by it. May be none. */
export function findOptions(briefing: Briefing): Option[] {
  const offered = describeAll(offeredBy(briefing), briefing.question);
  return joinListed(offered, briefing.listedOptions).sort((a, b) => compareTexts(a.text, b.text));
}

export function keyOf(text: string): string {
  return wordsOf(text).join(' ');
}

export function compareTexts(a: string, b: string): number {
  const [left, right] = [keyOf(a), keyOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

const MOST_OPTIONS = 8;

function offeredBy({ question, contextLines }: Briefing): string[] {
  const listed = distinct(findListedOptions(question.split('\n'), true));
  if (listed.length > 1) return listed;
  const sentences = sentencesOf(question);
  for (const sentence of sentences) {
    const alternatives = distinct(splitAlternatives(sentence));
    if (alternatives.length > 1) return alternatives;
  }
  const inContext = distinct(findListedOptions(contextLines, false));
  if (inContext.length > 1) return inContext;
  return sentences.map(yesAndNo).find((pair) => pair.length > 0) ?? [];
}

/** Sentences that ask come first; of a very long question only the beginning and the end are read. */
function sentencesOf(question: string): string[] {
  const text = collapseSpaces(question);
  const readable = text.length > 4000 ? `${text.slice(0, 2000)} ${text.slice(-2000)}` : text;
  const sentences = readable.split(/(?<=[?!])\s|(?<=[？！。])|(?<=[\w#+)]\.)(?<!\bvs\.)\s(?=\p{Lu})/u);
  const asks = (sentence: string) => /[?？]$/.test(sentence);
  return [...sentences.filter(asks), ...sentences.filter((sentence) => !asks(sentence))];
}

function yesAndNo(sentence: string): string[] {
  const words = sentence
    .replace(/[?!."“”]+$/g, '')
    .replace(/,? or not$/i, '')
    .split(' ');
  const asks = MODALS.has(words[0]?.toLowerCase() ?? '') || /\bwhether\b/i.test(sentence);
  if (!asks || OTHER_LANGUAGE.test(sentence)) return [];
  const action = fromFirstVerb(/^(is|are|was|does|did|has)$/i.test(words[0] ?? '') ? [] : words);
  if (action === undefined || !startsAsAction(action) || action[0] === 'be' || action.length > 14) return ['yes', 'no'];
  return [action.join(' '), `do not ${action.join(' ')}`];
}

/** "Was" asks for yes or no in English, and for a thing in German. */
const OTHER_LANGUAGE = /\b(wir|ich|ist|sind|sollen|sollten|oder|nicht|für)\b/i;

function distinct(texts: readonly string[]): string[] {
  const byKey = new Map(texts.filter((text) => keyOf(text) !== '').map((text) => [keyOf(text), text]));
  return [...byKey.values()].slice(0, MOST_OPTIONS);
}

function describeAll(texts: readonly string[], question: string): Option[] {
  // A bare "yes" has no words of its own: the question's are what it says yes to.
  const allNames = texts.map((text) =>
    text === 'yes' ? contentWords(wordsOf(question.slice(0, 300))) : namesOf(text),
  );
  return texts.map((text, index) => {
    const words = text.split(' ');
    const isRefusal = /^(no|do not)\b/i.test(text);
    const others = new Set(allNames.flatMap((names, position) => (position === index ? [] : names)));
    const own = (allNames[index] ?? []).filter((name) => !others.has(name));
    return {
      text,
      id: undefined,
      // A refusal shares its words with the proposal: sentences that hold them speak of the proposal.
      names: isRefusal ? [] : texts.some((other) => other === `do not ${text}`) ? (allNames[index] ?? []) : own,
      isStatusQuo: isRefusal || isStatusQuo(words),
      isChange: !isRefusal && isChange(words),
    };
  });
}

/** Of an action the verb and what follows its last preposition: "rewrite the importer in Rust" is about Rust. */
function namesOf(text: string): string[] {
  const words = text.split(' ');
  if (!startsAsAction(words)) return contentWords(wordsOf(text));
  const last = words.findLastIndex((word) => PREPOSITIONS.has(word.toLowerCase()) || word.toLowerCase() === 'with');
  const core = last > 0 && last < words.length - 1 ? [words[0] ?? '', ...words.slice(last + 1)] : words;
  return contentWords(wordsOf(core.join(' ')));
}

/** Gives the question's options the council's ids; what the council lists beyond them joins as it stands. */
function joinListed(offered: readonly Option[], listed: Briefing['listedOptions']): Option[] {
  const open = [...listed];
  const take = (fits: (text: string) => boolean) => {
    const index = open.findIndex(({ text }) => fits(text));
    return index === -1 ? undefined : open.splice(index, 1)[0];
  };
  const exact = offered.map((option) => take((text) => keyOf(text) === keyOf(option.text)));
  const joined = offered.map((option, index) => {
    const match = exact[index] ?? take((text) => meansOnly(text, option, offered));
    return match === undefined ? option : { ...option, id: match.id };
  });
  const described = describeAll(
    open.map(({ text }) => text),
    '',
  );
  return [...joined, ...described.map((option, index) => ({ ...option, id: open[index]?.id }))];
}

function meansOnly(text: string, option: Option, offered: readonly Option[]): boolean {
  const words = wordsOf(text);
  const refuses = words[0] === 'no' || words[0] === 'not' || words.slice(0, 2).join(' ') === 'do not';
  const refusal = offered.find(({ names }) => names.length === 0);
  if (refusal !== undefined && refuses) return option === refusal;
  if (words[0] === 'yes') return option !== refusal && offered.length === 2;
  const spoken = offered.filter(({ names }) => names.some((name) => words.includes(name)));
  return spoken.length === 1 && spoken[0] === option && words.length <= option.names.length + 6;
}
