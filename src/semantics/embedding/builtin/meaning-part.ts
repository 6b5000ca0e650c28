import { hashText } from '../../../kernel/hash-text.js';
import type { QuantizedRows, WordTable } from './word-table.js';

/** Adds the vectors of the words to `vector`; how much a word counts is already in the length of its vector. */
export function addMeaningPart(words: readonly string[], table: WordTable, vector: Float32Array): void {
  for (const word of words) {
    const row = table.rowOf.get(word);
    if (row !== undefined) addRow(vector, table.words, { row, factor: 1 });
    else addUnknownWord(word, table.pieces, vector);
  }
}

/** An unknown word is the mean of its n-grams, so that it is near words with a similar spelling. */
function addUnknownWord(word: string, pieces: QuantizedRows, vector: Float32Array): void {
  const rows = pieceRows(word, pieces.count);
  for (const row of rows) addRow(vector, pieces, { row, factor: 1 / rows.length });
}

/** The rows of the n-grams of three to five letters, with marked word ends; the training script uses the same. */
function pieceRows(word: string, count: number): number[] {
  // A token of thousands of characters is data, not a word.
  const padded = `<${word.slice(0, MAX_WORD_LENGTH)}>`;
  const rows: number[] = [];
  for (let length = 3; length <= 5; length += 1) {
    for (let start = 0; start + length <= padded.length; start += 1) {
      rows.push(hashText(padded, start, start + length) % count);
    }
  }
  return rows;
}

const MAX_WORD_LENGTH = 40;

function addRow(
  vector: Float32Array,
  { values, scales }: QuantizedRows,
  { row, factor }: { readonly row: number; readonly factor: number },
): void {
  const dimensions = vector.length;
  const scale = (scales[row] ?? 0) * factor;
  const start = row * dimensions;
  for (let index = 0; index < dimensions; index += 1) {
    vector[index] = (vector[index] ?? 0) + (values[start + index] ?? 0) * scale;
  }
}
