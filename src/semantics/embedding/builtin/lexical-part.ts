import { hashText } from '../../../kernel/hash-text.js';
import { stem } from '../../stem.js';

/**
 * Adds the words themselves to `vector`, by signed hashing of stems and of four-letter pieces: names and rare terms
 * that no table of meanings knows still find each other, and so do misspelt ones.
 */
export function addLexicalPart(
  words: readonly string[],
  informationOf: (word: string) => number,
  vector: Float32Array,
): void {
  for (const [word, count] of countsOf(words)) {
    const weight = informationOf(word) * (1 + Math.log(count));
    add(vector, hashText(stem(word)), weight);
    addPieces(word, weight * PIECES_SHARE, vector);
  }
}

const PIECE_LENGTH = 4;
const PIECES_SHARE = 0.6;

function addPieces(word: string, weight: number, vector: Float32Array): void {
  const padded = `<${word}>`;
  const last = padded.length - PIECE_LENGTH;
  if (last < 1) return;
  const each = weight / Math.sqrt(last + 1);
  for (let start = 0; start <= last; start += 1) add(vector, hashText(padded, start, start + PIECE_LENGTH), each);
}

function add(vector: Float32Array, hash: number, weight: number): void {
  const index = hash % vector.length;
  // The highest bit decides the sign, so that two features that meet in one place do not always add up.
  vector[index] = (vector[index] ?? 0) + (hash >= 0x80000000 ? -weight : weight);
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
