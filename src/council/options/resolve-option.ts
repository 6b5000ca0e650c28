import { isNegated } from '../../semantics/options/contradicts.js';
import { FRAME_WORDS, optionWords, wordsIn } from '../../semantics/options/option-words.js';
import { stem } from '../../semantics/stem.js';
import { findOrdinal } from './find-ordinal.js';

/** An option that votes can be counted for. */
export interface VoteOption {
  readonly id: string;
  readonly text: string;
  readonly aliases: readonly string[];
  /** Given by the request or read from the question: never joined with another one of the ballot. */
  readonly isOnBallot: boolean;
}

/** What a vote's "option" names. An unclear one is asked for again. */
export type Resolution =
  | { readonly kind: 'known'; readonly option: VoteOption }
  | { readonly kind: 'new'; readonly text: string }
  | { readonly kind: 'unclear'; readonly reason: string };

export interface ResolveContext {
  readonly options: readonly VoteOption[];
  /** What ids begin with. */
  readonly prefix: string;
  readonly question: string;
}

/**
 * Reads a vote's option against the list. An id counts in any written form if the words beside it name no other option;
 * then the option's own words, decorated or with the words of the question; then its number in the list, or the mark
 * that the question itself gives it. In doubt it is unclear: a vote must never count for another option.
 */
export function resolveOption(text: string, context: ResolveContext): Resolution {
  const { options, question } = context;
  if (options.length === 0)
    return NO_CHOICE.test(text) ? unclear(text, 'names no option', options) : { kind: 'new', text };
  const ids = findIds(text.replace(/\\(?:boxed|text)\{([^}]*)\}/g, '$1'), context);
  if (ids.isSeveral) return unclear(text, 'names more than one option', options);
  if (ids.isRefused) return unclear(text, 'says what it is against, not what it is for', options);
  const words = namedIn(ids.rest, context);
  // A label beats an ordinal: "C++" is not the mark "C".
  if (!ids.isFound && words.isExact && words.chosen !== undefined) return { kind: 'known', option: words.chosen };
  const ordinal = findOrdinal(ids.rest, options, question);
  const rest = ordinal?.rest ?? ids.rest;
  const named = ordinal === undefined ? words : namedIn(rest, context);
  if (named.all.length > 1) return unclear(text, 'names more than one option', options);
  if (ids.isFound || ordinal !== undefined) {
    const pointed = ids.isFound ? ids.option : ordinal?.option;
    const others = [...named.all, ...(ids.isFound && ordinal?.option !== undefined ? [ordinal.option] : [])];
    if (pointed === undefined) return unclear(text, 'names none of the options', options);
    if (others.some((option) => option !== pointed)) return unclear(text, 'names two different options', options);
    const isOtherText = !ids.isFound && ordinal?.isBare === true && named.all.length === 0 && !isEmpty(rest);
    if (isOtherText) return unclear(text, 'does not say clearly which option it is for', options);
    return { kind: 'known', option: pointed };
  }
  if (named.chosen !== undefined) return { kind: 'known', option: named.chosen };
  if (NO_CHOICE.test(text) || isMark(text, options.length) || isEmpty(text))
    return unclear(text, 'names no single option', options);
  const isRefused = named.all.length > 0 && (isNegated(wordsIn(text)) || REFUSES.test(text));
  return isRefused ? unclear(text, 'says what it is against, not what it is for', options) : { kind: 'new', text };
}

function unclear(text: string, problem: string, options: readonly VoteOption[]): Resolution {
  const list = options.map((option) => option.id).join(', ');
  return { kind: 'unclear', reason: `"${text}" ${problem}; give one id (${list}) or name another option` };
}

const NO_CHOICE =
  /^\W*(?:(?:either|any|both|neither|all)(?: (?:one|option|of (?:them|these|the \w+)))?(?: (?:is|are|would|works?|will|can) .*)?|none of (?:them|these|the \w+)|yes (?:and|or) no|(?:it |that )?(?:all )?depends\b.*|no (?:preference|opinion)|(?:i am |i'm )?(?:not sure|unsure)|(?:i )?(?:do not|don't) know)\W*$/i;
/** Says right before an option that it is not wanted. */
const REFUSES = /\b(?:(?:anything|everything|all) but|instead of|rather than|other than)\b/i;

/** Nothing but numbers and letters that could count the options: "3", "Option A", "a or b". "R" is a language. */
function isMark(text: string, count: number): boolean {
  const mark = `(?:[a-${String.fromCharCode(96 + Math.min(count, 26))}]|\\d{1,3})(?!\\w)`;
  const list = `^\\W*(?:options?\\s+)?${mark}(?:\\W+(?:(?:or|and)\\W+)?${mark})*(?:\\s+(?:hybrid|mix|both|combined))?\\W*$`;
  return new RegExp(list, 'i').test(text);
}

function isEmpty(text: string): boolean {
  return wordsIn(text).every((word) => FRAME_WORDS.has(word));
}

/** The id in a text, and the words around it. */
function findIds(text: string, { options, prefix }: ResolveContext) {
  const pattern = new RegExp(
    `(?<![\\p{Script=Latin}\\p{Number}])${prefix}[ _#.-]?(\\d{1,3})(?![\\p{Script=Latin}\\p{Number}])`,
    'giu',
  );
  // The Cyrillic and Greek letters look the same.
  const plain = text.normalize('NFKC').replace(/[ОоΟο](?=\d)/g, 'O');
  const matches = [...plain.matchAll(pattern)];
  const ids = new Set(matches.map((match) => `${prefix}${Number(match[1])}`));
  const [first] = matches;
  const before = first === undefined ? '' : plain.slice(0, first.index);
  const after = first === undefined ? '' : plain.slice(first.index + first[0].length);
  return {
    isFound: first !== undefined,
    // "O1/2" names two as well.
    isSeveral: ids.size > 1 || /^\s*(?:[/&+,-]|or|and)\s*\d{1,2}(?![\p{Letter}\p{Number}])/iu.test(after),
    isRefused: isNegated(wordsIn(before)) || (first !== undefined && (REFUSES.test(before) || REJECTED.test(after))),
    option: options.find(({ id }) => ids.has(id)),
    rest: first === undefined ? plain : plain.replace(pattern, ' '),
  };
}

const REJECTED =
  /^\W*(?:is|was|would be|seems)\s+(?:not\b|wrong|bad|worse|worst|a mistake|rejected|unacceptable|out\b)/i;

interface Named {
  /** Every option whose words are in the text. */
  readonly all: readonly VoteOption[];
  /** The one that the text is for: nothing else is in it but frames, the question's words and an explanation. */
  readonly chosen: VoteOption | undefined;
  /** The text is the option's name and nothing more. */
  readonly isExact: boolean;
}

function namedIn(text: string, { options, question }: ResolveContext): Named {
  const words = wordsIn(text);
  const isName = (option: VoteOption, of: string) =>
    namesOf(option).some((name) => spelled(name) === spelled(optionWords(of).map(stem))) || isInitials(option, of);
  const exact = options.find((option) => isName(option, text)) ?? byNumber(words, options);
  const mentions = longestOnly(
    options.flatMap((option) => namesOf(option).flatMap((name) => mentionsOf(option, name, words.map(stem)))),
  );
  const all = [...new Set(mentions.map((mention) => mention.option))];
  if (exact !== undefined) return { all: [exact], chosen: exact, isExact: true };
  const start = options.find((option) => isName(option, headOf(text))) ?? byAnswer(words, options);
  if (start !== undefined) {
    const named = [...new Set([start, ...all])];
    return { all: named, chosen: named.length === 1 ? start : undefined, isExact: false };
  }
  const [only] = all;
  // The words of another option say something, also where the question has them.
  const telling = new Set(options.filter((option) => option !== only).flatMap((option) => namesOf(option).flat()));
  const asked = new Set(
    wordsIn(question)
      .map(stem)
      .filter((word) => !telling.has(word)),
  );
  const others = words.filter((_, index) => !mentions.some(({ from, to }) => index >= from && index < to));
  const isDecorated = others.every((word) => asked.has(stem(word)) || FRAME_WORDS.has(word)) && !isNegated(others);
  return { all, chosen: all.length === 1 && isDecorated ? only : undefined, isExact: false };
}

/** "HTTP2" is "HTTP 2". */
function spelled(words: readonly string[]): string {
  return words.join(' ').replace(/(?<=[a-z]) (?=\d)/g, '');
}

/** "3.12" is "Python 3.12". */
function byNumber(words: readonly string[], options: readonly VoteOption[]): VoteOption | undefined {
  const [number = ''] = words;
  if (words.length !== 1 || !/^\d+(?:\.\d+)+$/.test(number)) return undefined;
  const holders = options.filter(({ text }) => wordsIn(text).includes(number));
  return holders.length === 1 ? holders[0] : undefined;
}

/** "SSE" is "Server-sent events". */
function isInitials({ text }: VoteOption, vote: string): boolean {
  const letters = vote.replace(/[^\p{Letter}\p{Number}]/gu, '');
  if (!/^\p{Lu}{2,6}$/u.test(letters)) return false;
  return (
    optionWords(text)
      .map((word) => word.charAt(0))
      .join('') === letters.toLowerCase()
  );
}

/** "No way", "Yes we should": the first word answers, unless it only begins "no problem". */
function byAnswer([answer, next = '']: readonly string[], options: readonly VoteOption[]): VoteOption | undefined {
  if (answer !== 'yes' && answer !== 'no') return undefined;
  if (/^(?:and|or|objections?|problems?|doubts?|reasons?|issues?|concerns?|harm|risks?|questions?|brainer)$/.test(next))
    return undefined;
  return options.find(({ text }) => new RegExp(`^${answer}\\b`, 'i').test(text));
}

/** An option's words, its other wordings, and the two halves of "Yes, switch". */
function namesOf({ text, aliases }: VoteOption): string[][] {
  const answer = /^(yes|no)\s*[,:–—-]\s*(.+)$/i.exec(text);
  const texts = [text, ...aliases, ...(answer === null ? [] : [answer[1] ?? '', answer[2] ?? ''])];
  return texts.map((name) => optionWords(name).map(stem)).filter((words) => words.length > 0);
}

/** What is before the first sign that begins an explanation. */
function headOf(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[*_`"“”„«»「」]/g, ' ')
    .trim();
  return (
    plain.split(/\s[-–—→]\s|[—–:;,(（。.](?!\d)(?=\s|$|[(（]?\S)|\s(?:because|since|as it|as we|due to)\s/i)[0] ?? plain
  );
}

interface Mention {
  readonly option: VoteOption;
  readonly from: number;
  readonly to: number;
}

/** "Yes" and "no" are common words: inside a sentence they name nothing. */
function mentionsOf(option: VoteOption, name: readonly string[], words: readonly string[]): Mention[] {
  if (name.length === 1 && /^(?:yes|no)$/.test(name[0] ?? '') && words.length > 1) {
    return sameWords(name, words.slice(0, 1)) ? [{ option, from: 0, to: 1 }] : [];
  }
  return words.flatMap((_, from) =>
    sameWords(name, words.slice(from, from + name.length)) ? [{ option, from, to: from + name.length }] : [],
  );
}

/** "Redis Cluster" does not name "Redis". */
function longestOnly(mentions: readonly Mention[]): Mention[] {
  const isInside = (a: Mention, b: Mention) =>
    a !== b && b.from <= a.from && b.to >= a.to && b.to - b.from > a.to - a.from;
  return mentions.filter((mention) => !mentions.some((other) => isInside(mention, other)));
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}
