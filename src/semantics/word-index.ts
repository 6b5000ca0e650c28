import { hashText } from '../kernel/hash-text.js';
import { stem } from './stem.js';
import { wordsOf } from './words.js';

/** The words of a text as numbers, by their stems, in their order. Two words hardly ever have the same number. */
export function wordCodes(text: string): Uint32Array {
  return Uint32Array.from(wordsOf(text), (word) => hashText(stem(word)));
}

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
  // Lists instead of a map: a search reads all texts.
  const ids: string[] = [];
  const texts: Uint32Array[] = [];
  const rows = new Map<string, number>();
  let totalLength = 0;

  const remove = (id: string): void => {
    const row = rows.get(id);
    if (row === undefined) return;
    rows.delete(id);
    totalLength -= texts[row]?.length ?? 0;
    const [lastId, lastText] = [ids.pop() as string, texts.pop() as Uint32Array];
    if (lastId === id) return;
    // The last one takes its row.
    ids[row] = lastId;
    texts[row] = lastText;
    rows.set(lastId, row);
  };

  return {
    get size() {
      return ids.length;
    },
    add(id, words) {
      remove(id);
      rows.set(id, ids.push(id) - 1);
      texts.push(words);
      totalLength += words.length;
    },
    remove,
    search(query) {
      const words = tellingWords(findWords(texts, new Set(wordCodes(query))));
      const whole = words.reduce((sum, { weight }) => sum + weight, 0);
      const meanLength = totalLength / Math.max(1, ids.length);
      const covered = new Float64Array(ids.length);
      for (const { rows: found, counts, weight } of words) {
        for (let at = 0; at < found.length; at++) {
          const row = found[at] as number;
          const times = counts[at] as number;
          const lengths = (texts[row]?.length ?? 0) / meanLength;
          const saturated = times + SATURATION * (1 - LENGTH + LENGTH * lengths);
          const share = Math.min(1, (times * (SATURATION + 1)) / saturated);
          covered[row] = (covered[row] as number) + (weight * share) / whole;
        }
      }
      const shares = new Map<string, number>();
      for (let row = 0; row < covered.length; row++) {
        const share = covered[row] as number;
        if (share > 0) shares.set(ids[row] as string, share);
      }
      return shares;
    },
  };
}

/** The ids with the highest scores, highest first. */
export function bestScored(scores: ReadonlyMap<string, number>, count: number): string[] {
  // Sorting numbers takes a tenth of the time of sorting pairs: nearly every text may have a word of the query.
  const least = Float64Array.from(scores.values()).sort().at(-count) ?? 0;
  const best: [string, number][] = [];
  for (const entry of scores) if (entry[1] >= least) best.push(entry);
  return best
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([id]) => id);
}

/** Two lists of plain numbers: an object for each of tens of thousands of texts would take longer than the search. */
interface FoundWord {
  /** The texts that have the word, by their order. */
  readonly rows: number[];
  /** How often each of them says it. */
  readonly counts: number[];
  readonly weight: number;
}

/**
 * Looks through all words of all texts, which takes milliseconds for millions. A list of texts for each word would be
 * quicker to search, but making it would take most of the time of the first search.
 */
function findWords(texts: readonly Uint32Array[], wanted: ReadonlySet<number>): FoundWord[] {
  const found = new Map([...wanted].map((word) => [word, { rows: [] as number[], counts: [] as number[] }]));
  // Most words are not wanted, and a byte is looked up sooner than an entry of a map.
  const mayBeWanted = new Uint8Array(2 ** FILTER_BITS);
  for (const word of wanted) mayBeWanted[word & FILTER] = 1;
  for (let row = 0; row < texts.length; row++) {
    const words = texts[row] as Uint32Array;
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as number;
      const listed = mayBeWanted[word & FILTER] === 1 ? found.get(word) : undefined;
      if (listed === undefined) continue;
      const { rows, counts } = listed;
      if (rows.at(-1) !== row) counts[rows.push(row) - 1] = 0;
      counts[rows.length - 1] = (counts[rows.length - 1] as number) + 1;
    }
  }
  return [...found.values()].map(({ rows, counts }) => ({
    rows,
    counts,
    weight: Math.log(1 + (texts.length - rows.length + 0.5) / (rows.length + 0.5)),
  }));
}

const FILTER_BITS = 12;
const FILTER = 2 ** FILTER_BITS - 1;

/** Words that nearly every text has tell nothing and would take longest. */
function tellingWords(words: readonly FoundWord[]): FoundWord[] {
  const max = Math.max(0, ...words.map(({ weight }) => weight));
  return words.filter(({ weight }) => weight >= MIN_SHARE * max);
}

const MIN_SHARE = 0.15;
// The usual constants of BM25.
const SATURATION = 1.2;
const LENGTH = 0.75;
