import { jaccard } from './jaccard.js';
import { wordsOf } from './words.js';

/**
 * Whether two short texts name the same option. Merging what differs falsifies a vote, while missing a merge only
 * splits it for a round (participants then choose among listed ids): in doubt the options stay apart.
 */
export function sameOption(a: string, b: string, threshold: number): boolean {
  const left = contentWords(a);
  const right = contentWords(b);
  if (left.join(' ') === right.join(' ')) return true;
  if (isNegated(left) !== isNegated(right)) return false;
  if (distinguishing(left) !== distinguishing(right)) return false;
  return inSameOrder(left, right) && jaccard(new Set(left), new Set(right)) >= threshold;
}

/** Words that frame a choice without being part of it: "we should use X" is X. */
const FRAME = new Set(
  'a an the we i our us it should would could let s use using adopt choose pick select prefer go going with for option choice vote recommend to of is be'.split(
    ' ',
  ),
);

const NEGATION = new Set('not no never without neither nor avoid against reject dont stop drop remove'.split(' '));

function contentWords(text: string): string[] {
  const words = wordsOf(text);
  const content = words.filter((word, index) => !FRAME.has(word) || isLabel(word, words[index - 1]));
  return content.length > 0 ? content : words;
}

/** The "a" of "Option A" is its name, not an article. */
function isLabel(word: string, previous: string | undefined): boolean {
  return word.length === 1 && (previous === 'option' || previous === 'choice');
}

function isNegated(words: readonly string[]): boolean {
  return words.filter((word) => NEGATION.has(word)).length % 2 === 1;
}

/** Letters and numbers name siblings (Option A and B, version 15 and 16): options that differ in them never merge. */
function distinguishing(words: readonly string[]): string {
  return words.filter((word) => word.length === 1 || /\p{Number}/u.test(word)).join(' ');
}

/** "X over Y" and "Y over X" hold the same words and mean the opposite. */
function inSameOrder(left: readonly string[], right: readonly string[]): boolean {
  const inRight = new Set(right);
  const inLeft = new Set(left);
  const sharedLeft = left.filter((word) => inRight.has(word));
  const sharedRight = right.filter((word) => inLeft.has(word));
  return sharedLeft.join(' ') === sharedRight.join(' ');
}
