import { stem } from '../../semantics/stem.js';
import { wordsOf } from '../../semantics/words.js';

/** Finds texts by their words, rare ones first. SQLite's own full-text search is an option that a driver may lack. */
export interface WordIndex {
  readonly size: number;
  add(id: string, text: string): void;
  remove(id: string): void;
  /**
   * For each text that has a word of the query: the share of the query's weight that it covers, from 0 to 1. A word
   * weighs the more, the fewer texts have it, and counts fully where it is said as often as the text's length suggests.
   */
  search(query: string): Map<string, number>;
}

export function createWordIndex(): WordIndex {
  const postings = new Map<string, Map<number, number>>();
  const numbers = new Map<string, number>();
  const ids = new Map<number, string>();
  const lengths = new Map<number, number>();
  let next = 0;
  let totalLength = 0;

  const remove = (id: string): void => {
    const number = numbers.get(id);
    if (number === undefined) return;
    numbers.delete(id);
    ids.delete(number);
    totalLength -= lengths.get(number) ?? 0;
    lengths.delete(number);
    for (const [word, texts] of postings) {
      if (texts.delete(number) && texts.size === 0) postings.delete(word);
    }
  };

  return {
    get size() {
      return numbers.size;
    },
    add(id, text) {
      remove(id);
      const number = next++;
      const words = searchWords(text);
      numbers.set(id, number);
      ids.set(number, id);
      lengths.set(number, words.length);
      totalLength += words.length;
      for (const word of words) {
        const texts = postings.get(word) ?? new Map<number, number>();
        postings.set(word, texts);
        texts.set(number, (texts.get(number) ?? 0) + 1);
      }
    },
    remove,
    search(query) {
      const words = tellingWords([...new Set(searchWords(query))].map((word) => weigh(word)));
      const whole = words.reduce((sum, { weight }) => sum + weight, 0);
      const meanLength = totalLength / Math.max(1, numbers.size);
      const covered = new Map<string, number>();
      for (const { texts, weight } of words) {
        for (const [number, times] of texts) {
          const length = (lengths.get(number) ?? 0) / meanLength;
          const share = Math.min(1, (times * (SATURATION + 1)) / (times + SATURATION * (1 - LENGTH + LENGTH * length)));
          const id = ids.get(number) ?? '';
          covered.set(id, (covered.get(id) ?? 0) + (weight * share) / whole);
        }
      }
      return covered;
    },
  };

  function weigh(word: string): WeighedWord {
    const texts = postings.get(word) ?? new Map<number, number>();
    return { texts, weight: Math.log(1 + (numbers.size - texts.size + 0.5) / (texts.size + 0.5)) };
  }
}

interface WeighedWord {
  /** How often each text says it. */
  readonly texts: ReadonlyMap<number, number>;
  readonly weight: number;
}

/** Words that nearly every text has tell nothing and would take longest. */
function tellingWords(words: readonly WeighedWord[]): WeighedWord[] {
  const most = Math.max(0, ...words.map(({ weight }) => weight));
  return words.filter(({ weight }) => weight >= MIN_SHARE * most);
}

const MIN_SHARE = 0.15;
// The usual constants of BM25.
const SATURATION = 1.2;
const LENGTH = 0.75;

function searchWords(text: string): string[] {
  return wordsOf(text).map(stem);
}
