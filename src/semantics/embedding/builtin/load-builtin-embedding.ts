import { hashText } from '../../../kernel/hash-text.js';
import { addLexicalPart } from './lexical-part.js';
import { type QuantizedRows, readWordTable, type WordTable } from './word-table.js';

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
  const getInformation = (word: string) => informationIn(table, word);
  return {
    name: `${table.name}-${READING}`,
    dimensions,
    embed: (text) => {
      const words = tokenize(text, isKnown);
      const vector = new Float32Array(dimensions);
      const meaning = vector.subarray(0, table.dimensions);
      const lexical = vector.subarray(table.dimensions);
      addMeaningPart(words, table, meaning);
      addLexicalPart(words, getInformation, lexical);
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

/** Adds the vectors of the words to `vector`; how much a word counts is already in the length of its vector. */
function addMeaningPart(words: readonly string[], table: WordTable, vector: Float32Array): void {
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

/**
 * The words of a text as the word table knows them. A name in camelCase or snake_case stays whole if the table has it
 * (`JavaScript`, `GraphQL`) and falls into its parts otherwise.
 */
export function tokenize(text: string, isKnown: (word: string) => boolean): string[] {
  const words: string[] = [];
  for (const [token] of spellOut(text).matchAll(TOKEN)) {
    const whole = token.toLowerCase();
    if (isKnown(whole)) words.push(whole);
    else for (const part of getParts(token)) words.push(part.toLowerCase());
  }
  return words;
}

const TOKEN = /[\p{Letter}\p{Number}][\p{Letter}\p{Number}\p{Mark}_]*/gu;

/** Names such as C++ and negations in contractions would otherwise lose their meaning. */
function spellOut(text: string): string {
  // Most texts are ASCII, and normalizing takes as long as all the rest.
  const plain = NOT_ASCII.test(text) ? withoutAccents(text) : text;
  return plain
    .replace(/\b(c|g|notepad)\+\+/gi, '$1plusplus')
    .replace(/\b([cfj])#/gi, '$1sharp')
    .replace(/(^|[\s(])(?:asp)?\.net\b/gi, '$1dotnet')
    .replace(/([A-Za-z])\.js\b/g, '$1js')
    .replace(/\bcan(?:not|'t)\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not');
}

const NOT_ASCII = /[^\x00-\x7f]/;

// In scripts such as Devanagari or Hebrew a mark makes another word.
function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mark}+/gu, '$1')
    .replaceAll('’', "'");
}

function getParts(token: string): string[] {
  return token
    .replace(/(\p{Lowercase_Letter}|\p{Number})(\p{Uppercase_Letter})/gu, '$1_$2')
    .replace(/(\p{Uppercase_Letter})(\p{Uppercase_Letter}\p{Lowercase_Letter})/gu, '$1_$2')
    .replace(/(\p{Letter})(\p{Number})/gu, '$1_$2')
    .replace(/(\p{Number})(\p{Letter})/gu, '$1_$2')
    .split('_')
    .filter((part) => part !== '');
}
