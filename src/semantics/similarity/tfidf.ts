import PorterStemmer from 'natural/lib/natural/stemmers/porter_stemmer.js';
import TfIdf from 'natural/lib/natural/tfidf/tfidf.js';
import stopwords from 'natural/lib/natural/util/stopwords.js';
import { wordsOf } from '../words.js';

/** The cosine of the texts' weighted word stems: words that only one of the two has count more than shared ones. */
export function tfidfSimilarity(a: string, b: string): number {
  const documents = new TfIdf();
  documents.addDocument(stemsOf(a));
  documents.addDocument(stemsOf(b));
  return cosine(weightsOf(documents, 0), weightsOf(documents, 1));
}

function stemsOf(text: string): string[] {
  const words = wordsOf(text);
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  // A text of nothing but small words ("to be or not to be") is still compared by them.
  return (telling.length > 0 ? telling : words).map((word) => PorterStemmer.stem(word));
}

function weightsOf(documents: TfIdf, document: number): Map<string, number> {
  return new Map(documents.listTerms(document).map(({ term, tfidf }) => [term, tfidf]));
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  if (a.size === 0 && b.size === 0) return 1;
  if (a.size === 0 || b.size === 0) return 0;
  let product = 0;
  for (const [term, weight] of a) product += weight * (b.get(term) ?? 0);
  return product / (lengthOf(a) * lengthOf(b));
}

function lengthOf(weights: ReadonlyMap<string, number>): number {
  return Math.hypot(...weights.values());
}

// Letters and digits stay, but for the article and the pronoun: between "plan b" and "plan c" they are all there is. So
// does what turns a meaning around.
const STOP_WORDS: ReadonlySet<string> = new Set(
  stopwords.words.filter((word) => /^[ai]$|^..+$/.test(word) && word !== 'never' && word !== 'cannot'),
);
