import type { Concern } from './classify-clause.js';
import { compareTexts, keyOf, type Option } from './find-options.js';
import { wordsOf } from './words.js';

/** A way to weigh the same facts. Each voice counts fully what its own concern is, and the rest at half. */
export interface Voice {
  readonly concerns: readonly Concern[];
  /** How it introduces its way of looking, after "I look first for". */
  readonly looksFor: string;
  /** The rule it takes when no fact decides; it says nothing about merit and ignores the order in the question. */
  readonly rule: { readonly words: string; readonly compare: (question: string) => (a: Option, b: Option) => number };
}

export const VOICES: Readonly<Record<string, Voice>> = {
  steward: {
    concerns: ['existing', 'reversal'],
    looksFor: 'what is already there and works, and for what can be undone',
    rule: { words: 'the first in alphabetical order', compare: () => (a, b) => compareTexts(a.text, b.text) },
  },
  sceptic: {
    concerns: ['risk', 'need'],
    looksFor: 'stated risks and needs that are not met',
    rule: { words: "a lot drawn from the question's words", compare: (question) => byLot(question) },
  },
  builder: {
    concerns: ['effort', 'need'],
    looksFor: 'the least work to a result that does what is needed',
    rule: {
      words: 'the shortest name',
      compare: () => (a, b) => keyOf(a.text).length - keyOf(b.text).length || compareTexts(b.text, a.text),
    },
  },
};

/** The words are sorted first: the same question with its options swapped draws the same lot. */
function byLot(question: string): (a: Option, b: Option) => number {
  const bag = wordsOf(question.slice(0, 4000)).sort().join(' ');
  const lot = (option: Option) => hash(`${bag}|${keyOf(option.text)}`);
  return (a, b) => lot(a) - lot(b) || compareTexts(a.text, b.text);
}

/** FNV-1a with a final mixing: short texts that differ in a letter must not stay in order. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
