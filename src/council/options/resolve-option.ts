import { isNegated } from '../../semantics/options/contradicts.js';
import { FRAME_WORDS, wordsIn } from '../../semantics/options/option-words.js';
import type { VoteOption } from '../contract/vote.js';
import { findOrdinal } from './find-ordinal.js';
import { isAboutOther, namedIn } from './named-option.js';

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
 * Reads a vote's option against the list. An id counts in any written form if the words around it name no other option;
 * then the option's own words, decorated or with the words of the question; then its number in the list, or the mark
 * that the question itself gives it. In doubt it is unclear: a vote must never count for another option.
 */
export function resolveOption(text: string, context: ResolveContext): Resolution {
  const { options, question } = context;
  const unclear = (problem: string): Resolution => {
    const ids = options.length === 0 ? '' : `give one id (${options.map(({ id }) => id).join(', ')}) or `;
    return { kind: 'unclear', reason: `"${text}" ${problem}; ${ids}name one option` };
  };
  const isListed = options.some((option) => option.text === text);
  if (NO_CHOICE.test(text) && !isListed) return unclear('names no single option');
  if (options.length === 0) return { kind: 'new', text };
  const plain = text.normalize('NFKC').replace(/\\(?:boxed|text)\{([^}]*)\}/g, '$1');
  const ids = findIds(plain, context);
  if (REJECTING.test(text) || ids.isRefused) return unclear('says what it is against, not what it is for');
  const words = namedIn(ids.rest, options, question);
  if (ids.isSeveral || (isBothAnswers(plain, options) && !words.isExact)) return unclear('names more than one option');
  // A label beats an ordinal: "C++" is not the mark "C".
  if (!ids.isFound && words.isExact && words.chosen !== undefined) return { kind: 'known', option: words.chosen };

  const ordinal = findOrdinal(ids.rest, options, question);
  const named = ordinal === undefined ? words : namedIn(ordinal.rest, options, question);
  if (named.all.length > 1) return unclear('names more than one option');
  if (ids.isFound || ordinal !== undefined) {
    const pointed = ids.isFound ? ids.option : ordinal?.option;
    const others = [...named.all, ...(ids.isFound && ordinal?.option !== undefined ? [ordinal.option] : [])];
    if (pointed === undefined) return unclear('names none of the options');
    const rest = ordinal?.rest ?? ids.rest;
    if (others.some((option) => option !== pointed) || isAboutOther(rest, pointed, options)) {
      return unclear('names two different options');
    }
    // In "1. Use DuckDB" number and words do not fit together.
    const isOther = !ids.isFound && ordinal?.isBare === true && named.all.length === 0 && !isFrame(ordinal.rest);
    return isOther ? unclear('names another option with a known number') : { kind: 'known', option: pointed };
  }
  if (named.chosen !== undefined) return { kind: 'known', option: named.chosen };
  if (isMark(plain, options.length) || isFrame(plain)) return unclear('names no option');
  const isRefused = named.all.length > 0 && (isNegated(wordsIn(text)) || REFUSES.test(text));
  return isRefused ? unclear('says what it is against, not what it is for') : { kind: 'new', text };
}

const NO_CHOICE =
  /^\W*(?:(?:either|any|both|neither|all)(?: (?:one|option|of (?:them|these|the \w+)))?(?: (?:is|are|would|works?|will|can) .*)?|none of (?:them|these|the \w+)|yes (?:and|or) no|(?:it |that )?(?:all )?depends\b.*|no (?:strong |clear )?(?:preference|opinion|idea|winner|answer|vote)|(?:i am |i'm )?(?:not sure|unsure)|(?:i )?(?:do not|don't) know)\W*$/i;
/** Words right before an option that is not wanted. */
const REFUSES = /\b(?:(?:anything|everything|all) but|instead of|rather than|other than)\b/i;
/** Words right behind an option that is not wanted. */
const REFUSED =
  /^\W*(?:is|was|would be|seems)\s+(?:not\b|wrong|bad|worse|worst|a mistake|rejected|unacceptable|out\b)/i;
/** A cross, a thumb down, a struck text, "!O1". */
const REJECTING = /[❌✗✘✖👎🚫⛔≠]|~~|(?:^|\s)!(?=\p{Letter})/u;

/** The id in a text, and the words around it. */
function findIds(text: string, { options, prefix }: ResolveContext) {
  const pattern = new RegExp(
    `(?<![\\p{Script=Latin}\\p{Number}])${prefix}[ _#.-]?(\\d{1,3})(?![\\p{Script=Latin}\\p{Number}])`,
    'giu',
  );
  const matches = [...text.matchAll(pattern)];
  const ids = new Set(matches.map((match) => `${prefix}${Number(match[1])}`));
  const [first] = matches;
  if (first === undefined) return { isFound: false, isSeveral: false, isRefused: false, option: undefined, rest: text };
  const before = text.slice(0, first.index);
  const after = text.slice(first.index + first[0].length);
  return {
    isFound: true,
    // "O1/2" names two as well.
    isSeveral: ids.size > 1 || /^\s*(?:[/&+,-]|or|and)\s*\d{1,2}(?![\p{Letter}\p{Number}])/iu.test(after),
    isRefused: isNegated(wordsIn(before)) || REFUSES.test(before) || REFUSED.test(after),
    option: options.find(({ id }) => ids.has(id)),
    rest: text.replace(pattern, ' '),
  };
}

function isBothAnswers(text: string, options: readonly VoteOption[]): boolean {
  const isOffered = [/^yes\b/i, /^no\b/i].every((answer) => options.some((option) => answer.test(option.text)));
  return isOffered && /\byes\b/i.test(text) && /\bno\b/i.test(text);
}

/** Nothing but numbers and letters that could count the options: "3", "Option A", "a or b". "R" is a language. */
function isMark(text: string, count: number): boolean {
  const mark = `(?:[a-${String.fromCharCode(96 + Math.min(count, 26))}]|\\d{1,3})(?!\\w)`;
  const list = `^\\W*(?:options?\\s+)?${mark}(?:\\W+(?:(?:or|and)\\W+)?${mark})*\\W*$`;
  return new RegExp(list, 'i').test(text);
}

function isFrame(text: string): boolean {
  return wordsIn(text).every((word) => FRAME_WORDS.has(word));
}
