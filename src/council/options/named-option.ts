import { isNegated } from '../../semantics/options/contradicts.js';
import { FRAME_WORDS, optionWords, wordsIn } from '../../semantics/options/option-words.js';
import { stem } from '../../semantics/stem.js';
import type { VoteOption } from '../contract/vote.js';

export interface NamedOptions {
  /** Every option whose words are in the text. */
  readonly all: readonly VoteOption[];
  /** The one that the text is for: nothing else is in it but frames, the question's words and an explanation. */
  readonly chosen: VoteOption | undefined;
  /** The text is the option's name and nothing more. */
  readonly isExact: boolean;
}

/** Which options a text names by their words. */
export function namedIn(text: string, options: readonly VoteOption[], question: string): NamedOptions {
  const words = wordsIn(text);
  const stems = words.map(stem);
  const isName = (option: VoteOption, name: string) =>
    namesOf(option).some((own) => joined(own) === joined(optionWords(name).map(stem))) ||
    joined(optionWords(option.text)) === joined(optionWords(name)) ||
    isInitials(option, name) ||
    isTellingPart(option, name, options);
  const exact = options.find((option) => isName(option, text)) ?? byNumber(words, options);
  if (exact !== undefined) return { all: [exact], chosen: exact, isExact: true };

  const mentions = longestOnly(options.flatMap((option) => mentionsOf(option, stems)));
  const mentioned = mentions.map(({ option }) => option);
  const start = options.find((option) => isName(option, headOf(text))) ?? byAnswer(words, options);
  const all = [...new Set(start === undefined ? mentioned : [start, ...mentioned])];
  if (start !== undefined) {
    // "Migrate, but not now" is not clearly for migrating, where not migrating is an option.
    const isTurned = isNegated(words) && options.some((option) => isNegated(wordsIn(option.text)));
    const isMixed = isAboutOther(text.slice(headOf(text).length), start, options);
    const isFor = all.length === 1 && !isMixed && (!isTurned || isNegated(wordsIn(start.text)));
    return { all, chosen: isFor ? start : undefined, isExact: false };
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

/** Whether words next to an id or number belong to another option and none to this one. */
export function isAboutOther(text: string, option: VoteOption, options: readonly VoteOption[]): boolean {
  const wordsOf = ({ text: label }: VoteOption) => wordsIn(label).map(stem);
  const isOwn = (word: string) => wordsOf(option).includes(word);
  const words = wordsIn(text)
    .filter((word) => !FRAME_WORDS.has(word))
    .map(stem);
  const others = options.filter((other) => other !== option).flatMap(wordsOf);
  return !words.some(isOwn) && words.some((word) => others.includes(word));
}

/** An option's words, its other wordings, and the two halves of "Yes, switch". */
function namesOf({ text, aliases }: VoteOption): string[][] {
  const answer = /^(yes|no)\s*[,:–—-]\s*(.+)$/i.exec(text);
  const texts = [text, ...aliases, ...(answer === null ? [] : [answer[1] ?? '', answer[2] ?? ''])];
  return texts.map((name) => optionWords(name).map(stem)).filter((words) => words.length > 0);
}

/** "HTTP2" is "HTTP 2". */
function joined(words: readonly string[]): string {
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
  const initials = optionWords(text).map((word) => word.charAt(0));
  return /^\p{Lu}{3,6}$/u.test(letters) && initials.join('') === letters.toLowerCase();
}

/** Of "Cache in Redis" and "Cache in memory" the last word tells which one: "Redis" is the first. */
function isTellingPart({ text }: VoteOption, vote: string, options: readonly VoteOption[]): boolean {
  const labels = options.map((option) => new Set(optionWords(option.text).map(stem)));
  const telling = (name: string) =>
    optionWords(name)
      .map(stem)
      .filter((word) => labels.filter((label) => label.has(word)).length < 2);
  const part = telling(text);
  const isWhole = part.length > 0 && joined(part) === joined(telling(vote));
  return isWhole && isNegated(wordsIn(vote)) === isNegated(wordsIn(text));
}

/** "No way", "Yes we should": the first word answers, unless it only begins "no idea". */
function byAnswer([answer, next = '']: readonly string[], options: readonly VoteOption[]): VoteOption | undefined {
  if (answer !== 'yes' && answer !== 'no') return undefined;
  const found = options.find(({ text }) => new RegExp(`^${answer}\\b`, 'i').test(text));
  const isAnswer = /^(?:we|i|it|way|thanks|please|lets?|definitely|absolutely|but|if|with|this)$/.test(next);
  return isAnswer || (found !== undefined && wordsIn(found.text).includes(next)) ? found : undefined;
}

/** What is before the first sign that begins an explanation. */
function headOf(text: string): string {
  const plain = text.normalize('NFKC').replace(/[*_`"“”„«»「」]/g, ' ');
  const [head = plain] = plain
    .trim()
    .split(/\s[-–—→]\s|[—–:;,(。](?!\d)|\.(?=\s|$)|\s(?:because|since|as it|as we|due to)\s/i);
  return head;
}

interface Mention {
  readonly option: VoteOption;
  readonly from: number;
  readonly to: number;
}

function mentionsOf(option: VoteOption, words: readonly string[]): Mention[] {
  return namesOf(option).flatMap((name) => {
    // "Yes" and "no" are common words: inside a sentence they name nothing.
    const isAnswer = name.length === 1 && /^(?:yes|no)$/.test(name[0] ?? '');
    const starts = isAnswer ? words.slice(0, 1) : words;
    const isAt = (from: number) => name.every((word, index) => word === words[from + index]);
    return starts.flatMap((_, from) => (isAt(from) ? [{ option, from, to: from + name.length }] : []));
  });
}

/** "Redis Cluster" does not name "Redis". */
function longestOnly(mentions: readonly Mention[]): Mention[] {
  const length = ({ from, to }: Mention) => to - from;
  const isInside = (a: Mention, b: Mention) => b.from <= a.from && b.to >= a.to && length(b) > length(a);
  return mentions.filter((mention) => !mentions.some((other) => isInside(mention, other)));
}
