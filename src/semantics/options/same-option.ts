import { optionWords } from './option-words.js';

/**
 * Whether two short texts name the same option. Conservative: only spelling, decoration and the frame of a choice may
 * differ. A false merge falsifies a vote; options that mean the same in other words are for the voters to join.
 */
export function sameOption(a: string, b: string): boolean {
  // A text of this length is not an option: only the same text is.
  if (Math.max(a.length, b.length) > MAX_LENGTH) return a.trim().toLowerCase() === b.trim().toLowerCase();
  const [first, second] = [optionWords(a).join(' '), optionWords(b).join(' ')];
  return first === '' && second === '' ? a.trim() === b.trim() : first === second;
}

const MAX_LENGTH = 400;
