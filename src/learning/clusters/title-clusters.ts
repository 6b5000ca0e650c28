import stopwords from 'natural/lib/natural/util/stopwords.js';
import { stem } from '../../semantics/stem.js';
import { wordsOf } from '../../semantics/words.js';

/**
 * A title for each group of texts: the words that most of its texts use and few other texts do, as in `index, scan,
 * plan`. `others` are texts of no group. A group whose texts share no word has an empty title.
 */
export function titleClusters(groups: readonly (readonly string[])[], others: readonly string[] = []): string[] {
  const tallies = groups.map(tally);
  const all = merge([...tallies, tally(others)]);
  return tallies.map((own) => titleOf(own, all));
}

/** The words that carry the meaning, by their stems, each with the way it is spelled first. */
export function telling(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const word of wordsOf(text)) {
    if (!/^\p{Letter}{3,}/u.test(word) || STOP_WORDS.has(word)) continue;
    const key = stem(word);
    if (!words.has(key)) words.set(key, word);
  }
  return words;
}

const STOP_WORDS: ReadonlySet<string> = new Set(stopwords.words);

interface Tally {
  readonly texts: number;
  readonly words: ReadonlyMap<string, WordTally>;
}

interface WordTally {
  /** How many texts have the word. */
  texts: number;
  readonly variants: Map<string, number>;
}

const MAX_WORDS = 4;
/** A word of a single text would be a title of that text. */
const MIN_TEXTS = 2;

function titleOf(own: Tally, all: Tally): string {
  return [...own.words]
    .filter(([, { texts }]) => texts >= MIN_TEXTS)
    .map(([key, word]) => {
      const share = word.texts / own.texts;
      const elsewhere = (all.words.get(key)?.texts ?? 0) - word.texts;
      const shareElsewhere = (elsewhere + 1) / (all.texts - own.texts + 2);
      return { spelling: usualSpelling(word), score: share * Math.log(share / shareElsewhere) };
    })
    .sort((a, b) => b.score - a.score || a.spelling.localeCompare(b.spelling, 'en'))
    .slice(0, MAX_WORDS)
    .map(({ spelling }) => spelling)
    .join(', ');
}

function usualSpelling({ variants }: WordTally): string {
  return [...variants].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], 'en'))[0]?.[0] ?? '';
}

function tally(texts: readonly string[]): Tally {
  const words = new Map<string, WordTally>();
  for (const text of texts) {
    for (const [key, spelling] of telling(text)) {
      const word = words.get(key) ?? { texts: 0, variants: new Map<string, number>() };
      words.set(key, word);
      word.texts += 1;
      word.variants.set(spelling, (word.variants.get(spelling) ?? 0) + 1);
    }
  }
  return { texts: texts.length, words };
}

function merge(tallies: readonly Tally[]): Tally {
  const words = new Map<string, WordTally>();
  for (const { words: own } of tallies) {
    for (const [key, { texts, variants }] of own) {
      words.set(key, { texts: (words.get(key)?.texts ?? 0) + texts, variants });
    }
  }
  return { texts: tallies.reduce((sum, { texts }) => sum + texts, 0), words };
}
