import TfIdf from 'natural/lib/natural/tfidf/tfidf.js';
import stopwords from 'natural/lib/natural/util/stopwords.js';
import { stem } from '../stem.js';
import { wordsOf } from '../words.js';

/**
 * The cosine of the texts' weighted word stems and four-letter n-grams. Terms that only one of the two has count more
 * than shared ones. N-grams find what stems miss: "authenticate" and "authorized", compounds, misspelt words.
 */
export function tfidfSimilarity(a: string, b: string): number {
  const documents = new TfIdf();
  documents.addDocument(getTerms(a));
  documents.addDocument(getTerms(b));
  return cosine(getWeights(documents, 0), getWeights(documents, 1));
}

function getTerms(text: string): string[] {
  const words = wordsOf(text);
  const informative = words.filter((word) => !STOP_WORDS.has(word));
  // A text of nothing but small words ("to be or not to be") is still compared by them.
  return (informative.length > 0 ? informative : words).flatMap((word) => [stem(word), ...getNgrams(word)]);
}

/** With a prefix that no word has, so that an n-gram never equals a stem. */
function getNgrams(word: string): string[] {
  const whole = `<${word}>`;
  const count = whole.length - NGRAM_LENGTH + 1;
  if (count < 2) return [];
  return Array.from({ length: count }, (_, start) => NGRAM_MARK + whole.slice(start, start + NGRAM_LENGTH));
}

const NGRAM_MARK = '#';
const NGRAM_LENGTH = 4;
// A word has many n-grams and one stem, which should weigh about the same.
const NGRAM_WEIGHT = 0.3;

function getWeights(documents: TfIdf, document: number): Map<string, number> {
  const getWeight = (term: string) => (term.startsWith(NGRAM_MARK) ? NGRAM_WEIGHT : 1);
  return new Map(documents.listTerms(document).map(({ term, tfidf }) => [term, tfidf * getWeight(term)]));
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  if (a.size === 0 && b.size === 0) return 1;
  if (a.size === 0 || b.size === 0) return 0;
  let product = 0;
  for (const [term, weight] of a) product += weight * (b.get(term) ?? 0);
  return product / (getLength(a) * getLength(b));
}

function getLength(weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const weight of weights.values()) sum += weight * weight;
  return Math.sqrt(sum);
}

// Letters and digits stay, but for the article and the pronoun: between "plan b" and "plan c" they are all there is. So
// does what turns a meaning around.
const STOP_WORDS: ReadonlySet<string> = new Set(
  stopwords.words.filter((word) => /^[ai]$|^..+$/.test(word) && word !== 'never' && word !== 'cannot'),
);
