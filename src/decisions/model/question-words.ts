import { createHash } from 'node:crypto';
import { plainLine } from '../../kernel/plain-text.js';

/** The words of a question that say what it is about, as they are written; each once. */
export function questionWords(question: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const spelling of question.match(WORD) ?? []) {
    const word = spelling.toLowerCase();
    if (word.length > 1 && !FRAME_WORDS.has(word) && !words.has(word)) words.set(word, spelling);
  }
  return words;
}

/**
 * A question without the words that it is asked with. "Should we … or …?" alone makes two questions similar that have
 * nothing to do with each other. Whole where nothing else would be left.
 */
export function questionSubject(question: string): string {
  const subject = question.replace(WORD, (word) => (FRAME_WORDS.has(word.toLowerCase()) ? ' ' : word));
  return WORD_IN.test(subject) ? subject.replace(/\s+/gu, ' ').trim() : question;
}

const WORD_IN = /[\p{Letter}\p{Number}]/u;
const WORD = /[\p{Letter}\p{Number}](?:[\p{Letter}\p{Number}+#]|[.'’-](?=[\p{Letter}\p{Number}]))*/gu;

/** Words that questions are asked with, whatever they are about. */
export const FRAME_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after all also an and any are as at be because been before best better between both but by can choose could ' +
    'decide did do does each either else every for from get give go good had has have having here how i if in instead ' +
    'into is it its just keep let like make may me might more most much must my need new no not now of on one only or ' +
    'other our out over pick prefer rather same shall should so some still such take than that the their them then there ' +
    'these they this those to too two up us use used using versus very vs want was way we were what when where whether ' +
    'which while who why will with within without would yes yet you your'
  ).split(' '),
);

/** The same for questions that differ in nothing but case, spaces and the marks at their end. */
export function questionHash(question: string): string {
  return createHash('sha256').update(normalized(question)).digest('base64url').slice(0, HASH_LENGTH);
}

// 132 bits: enough that two questions never meet, short enough for an index of ten thousand.
const HASH_LENGTH = 22;

function normalized(question: string): string {
  return plainLine(question.normalize('NFKC'))
    .toLowerCase()
    .replace(/[\s?!.…]+$/u, '');
}
