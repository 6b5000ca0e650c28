import { hashText } from '../../../kernel/hash-text.js';
import { stem } from '../../stem.js';

/**
 * Adds the words themselves to `vector`, by signed hashing of stems and four-letter n-grams, so that names, rare terms
 * and misspelled words match.
 */
export function addLexicalPart(
  words: readonly string[],
  informationOf: (word: string) => number,
  vector: Float32Array,
): void {
  for (const [word, count] of getCounts(words)) {
    const weight = informationOf(word) * (1 + Math.log(count));
    add(vector, hashText(stem(word)), weight);
    addNgrams(word, weight * NGRAM_SHARE, vector);
  }
}

const NGRAM_LENGTH = 4;
const NGRAM_SHARE = 0.6;

function addNgrams(word: string, weight: number, vector: Float32Array): void {
  const padded = `<${word}>`;
  const last = padded.length - NGRAM_LENGTH;
  if (last < 1) return;
  const each = weight / Math.sqrt(last + 1);
  for (let start = 0; start <= last; start += 1) add(vector, hashText(padded, start, start + NGRAM_LENGTH), each);
}

function add(vector: Float32Array, hash: number, weight: number): void {
  const index = hash % vector.length;
  // The highest bit is the sign, so that two features with the same index do not always add up.
  vector[index] = (vector[index] ?? 0) + (hash >= 0x80000000 ? -weight : weight);
}

function getCounts(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
