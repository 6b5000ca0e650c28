import { addLexicalPart } from './lexical-part.js';
import { addMeaningPart } from './meaning-part.js';
import { tokenize } from './tokenize.js';
import { readWordTable, type WordTable } from './word-table.js';

export interface BuiltinEmbedding {
  /** Changes with the asset and with this code, so that stored vectors of another version are recognized. */
  readonly name: string;
  readonly dimensions: number;
  /** A vector of length 1; all zeros for a text without a letter or digit, which is then similar to nothing. */
  readonly embed: (text: string) => Float32Array;
}

/** The embedding without a download: a table of word vectors for the meaning, hashing for the wording. */
export function loadBuiltinEmbedding(asset: Uint8Array): BuiltinEmbedding {
  const table = readWordTable(asset);
  const dimensions = table.dimensions + table.lexicalDimensions;
  const isKnown = (word: string) => table.rowOf.has(word);
  const informationOf = (word: string) => informationIn(table, word);
  return {
    name: `${table.name}-${READING}`,
    dimensions,
    embed: (text) => {
      const words = tokenize(text, isKnown);
      const vector = new Float32Array(dimensions);
      const meaning = vector.subarray(0, table.dimensions);
      const lexical = vector.subarray(table.dimensions);
      addMeaningPart(words, table, meaning);
      addLexicalPart(words, informationOf, lexical);
      scaleTo(meaning, Math.sqrt(table.meaningShare));
      scaleTo(lexical, Math.sqrt(1 - table.meaningShare));
      // One part may be zero; the whole still has length 1.
      scaleTo(vector, 1);
      return vector;
    },
  };
}

// To be raised when tokenizing, stemming or hashing changes, because old and new vectors must not be mixed.
const READING = 1;

const MAX_INFORMATION = 255;

function informationIn(table: WordTable, word: string): number {
  const row = table.rowOf.get(word);
  return (row === undefined ? MAX_INFORMATION : (table.information[row] ?? MAX_INFORMATION)) / MAX_INFORMATION;
}

function scaleTo(vector: Float32Array, length: number): void {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) return;
  const factor = length / Math.sqrt(sum);
  for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] ?? 0) * factor;
}
