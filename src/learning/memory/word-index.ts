import { wordCodes } from '../experiences/experience-words.js';

/** Finds texts by their words, rare ones first. SQLite's own full-text search is an option that a driver may lack. */
export interface WordIndex {
  readonly size: number;
  /** `words` as `wordCodes` gives them. */
  add(id: string, words: Uint32Array): void;
  remove(id: string): void;
  /**
   * For each text that has a word of the query: the share of the query's weight that it covers, from 0 to 1. A word
   * weighs the more, the fewer texts have it, and counts fully where it is said as often as the text's length suggests.
   */
  search(query: string): Map<string, number>;
}

export function createWordIndex(): WordIndex {
  /** For each word the numbers of the texts that have it, as often as they do. Texts that were removed are still there. */
  const postings = new Map<number, number[]>();
  const numbers = new Map<string, number>();
  const texts = new Map<number, { readonly id: string; readonly length: number }>();
  let next = 0;
  let totalLength = 0;

  const remove = (id: string): void => {
    const number = numbers.get(id);
    if (number === undefined) return;
    numbers.delete(id);
    totalLength -= texts.get(number)?.length ?? 0;
    texts.delete(number);
  };

  return {
    get size() {
      return numbers.size;
    },
    add(id, words) {
      remove(id);
      const number = next++;
      numbers.set(id, number);
      texts.set(number, { id, length: words.length });
      totalLength += words.length;
      for (const word of words) {
        const having = postings.get(word);
        if (having === undefined) postings.set(word, [number]);
        else having.push(number);
      }
    },
    remove,
    search(query) {
      const words = tellingWords([...new Set(wordCodes(query))].map((word) => weigh(word)));
      const whole = words.reduce((sum, { weight }) => sum + weight, 0);
      const meanLength = totalLength / Math.max(1, numbers.size);
      const covered = new Map<string, number>();
      for (const { counts, weight } of words) {
        for (const [number, times] of counts) {
          const { id = '', length = 0 } = texts.get(number) ?? {};
          const lengths = length / meanLength;
          const share = Math.min(
            1,
            (times * (SATURATION + 1)) / (times + SATURATION * (1 - LENGTH + LENGTH * lengths)),
          );
          covered.set(id, (covered.get(id) ?? 0) + (weight * share) / whole);
        }
      }
      return covered;
    },
  };

  function weigh(word: number): WeighedWord {
    const counts = new Map<number, number>();
    for (const number of postings.get(word) ?? []) {
      if (texts.has(number)) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return { counts, weight: Math.log(1 + (numbers.size - counts.size + 0.5) / (counts.size + 0.5)) };
  }
}

interface WeighedWord {
  /** How often each text says it. */
  readonly counts: ReadonlyMap<number, number>;
  readonly weight: number;
}

/** Words that nearly every text has tell nothing and would take longest. */
function tellingWords(words: readonly WeighedWord[]): WeighedWord[] {
  const max = Math.max(0, ...words.map(({ weight }) => weight));
  return words.filter(({ weight }) => weight >= MIN_SHARE * max);
}

const MIN_SHARE = 0.15;
// The usual constants of BM25.
const SATURATION = 1.2;
const LENGTH = 0.75;
