import { hashText } from '../kernel/hash-text.js';
import { stem } from './stem.js';
import { createBestMatches } from './vector-index/best-matches.js';
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
  search(query: string): WordScores;
}

/** Valid until the index changes. */
interface WordScores {
  /** 0 for a text without a word of the query. */
  of(id: string): number;
  /** The accepted ids with the highest scores above 0, highest first. */
  best(count: number, accepts: (id: string) => boolean): string[];
}

export function createWordIndex(): WordIndex {
  const ids: string[] = [];
  const texts: Uint32Array[] = [];
  const rows = new Map<string, number>();
  /** Made by the first search after a change. */
  let sorted: SortedWords | undefined;

  const remove = (id: string): void => {
    const row = rows.get(id);
    if (row === undefined) return;
    sorted = undefined;
    rows.delete(id);
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
      sorted = undefined;
      rows.set(id, ids.push(id) - 1);
      texts.push(words);
    },
    remove,
    search(query) {
      sorted ??= sortWords(texts);
      const covered = coverQuery(sorted, query);
      return {
        of: (id) => covered[rows.get(id) ?? -1] ?? 0,
        best(count, accepts) {
          const best = createBestMatches(count);
          let { threshold } = best;
          for (let row = 0; row < covered.length; row++) {
            const share = covered[row] as number;
            if (share === 0 || share <= threshold || !accepts(ids[row] as string)) continue;
            best.offer(row, share, row);
            threshold = best.threshold;
          }
          return best.inOrder().map(({ row }) => ids[row] as string);
        },
      };
    },
  };
}

/** The share of the query's weight that each text covers. */
function coverQuery(sorted: SortedWords, query: string): Float64Array {
  const { codes, lengths } = sorted;
  const words = tellingWords(
    Array.from(new Set(wordCodes(query)), (word) => {
      let texts = 0;
      visitTexts(sorted, word, () => {
        texts += 1;
      });
      return { word, weight: Math.log(1 + (lengths.length - texts + 0.5) / (texts + 0.5)) };
    }),
  );
  const whole = words.reduce((sum, { weight }) => sum + weight, 0);
  const meanLength = codes.length / Math.max(1, lengths.length);
  const covered = new Float64Array(lengths.length);
  for (const { word, weight } of words) {
    visitTexts(sorted, word, (row, times) => {
      const length = (lengths[row] as number) / meanLength;
      const saturated = times + SATURATION * (1 - LENGTH + LENGTH * length);
      const share = Math.min(1, (times * (SATURATION + 1)) / saturated);
      covered[row] = (covered[row] as number) + (weight * share) / whole;
    });
  }
  return covered;
}

/** All words of all texts, by their lowest bits and then in the order of the texts. */
interface SortedWords {
  readonly codes: Uint32Array;
  /** The text of each of them. */
  readonly rows: Uint32Array;
  /** The end of the words with the same lowest bits. */
  readonly ends: Uint32Array;
  /** The number of words of each text: asking the texts themselves takes several times as long. */
  readonly lengths: Uint32Array;
}

/** A list of texts for each word would take several times as long to make, and most of the time of the first search. */
function sortWords(texts: readonly Uint32Array[]): SortedWords {
  const ends = new Uint32Array(BUCKETS);
  for (const words of texts) {
    for (let at = 0; at < words.length; at++) {
      const bucket = getBucket(words[at] as number);
      ends[bucket] = (ends[bucket] as number) + 1;
    }
  }
  let end = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const size = ends[bucket] as number;
    ends[bucket] = end;
    end += size;
  }
  const codes = new Uint32Array(end);
  const rows = new Uint32Array(end);
  for (let row = 0; row < texts.length; row++) {
    const words = texts[row] as Uint32Array;
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as number;
      const next = ends[getBucket(word)] as number;
      ends[getBucket(word)] = next + 1;
      codes[next] = word;
      rows[next] = row;
    }
  }
  return { codes, rows, ends, lengths: Uint32Array.from(texts, ({ length }) => length) };
}

const BUCKETS = 4_096;

function getBucket(word: number): number {
  return word & (BUCKETS - 1);
}

/** Calls back for each text that has the word, with how often it says it. */
function visitTexts(
  { codes, rows, ends }: SortedWords,
  word: number,
  found: (row: number, times: number) => void,
): void {
  const end = ends[getBucket(word)] as number;
  let [current, times] = [-1, 0];
  for (let at = ends[getBucket(word) - 1] ?? 0; at < end; at++) {
    if (codes[at] !== word) continue;
    const row = rows[at] as number;
    if (row !== current && times > 0) found(current, times);
    times = row === current ? times + 1 : 1;
    current = row;
  }
  if (times > 0) found(current, times);
}

interface WeighedWord {
  readonly word: number;
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
