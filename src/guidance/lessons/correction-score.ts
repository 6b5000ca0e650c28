import { WEIGHTS } from './correction-weights.js';

// Logistic regression over hashed words, pairs of words and runs of three to five characters. It is trained by
// scripts/train-corrections.mjs on tests/data/training; no word is chosen by hand.

/** How much a prompt looks like a correction or a lasting rule: more than `LINE_SCORE` is worth a line, see the asset. */
export function correctionScore(prose: string): number {
  weights ??= decode();
  let [sum, squares] = [0, 0];
  eachFeature(prose, (feature, strength) => {
    sum += strength * (weights?.[feature] ?? 0);
    squares += strength * strength;
  });
  return sum / Math.sqrt(squares);
}

let weights: Int8Array | undefined;

function decode(): Int8Array {
  const bytes = Buffer.from(WEIGHTS, 'base64');
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

export const FEATURES = 2 ** 14;
/** Corrections are short; a longer text is pasted material. */
const MAX_LENGTH = 1_000;
const WORD_STRENGTH = 2;

/** Calls back once for each feature of a text, with its strength. Training uses it too. */
export function eachFeature(prose: string, take: (feature: number, strength: number) => void): void {
  const seen = new Uint8Array(FEATURES);
  const add = (hash: number, strength: number) => {
    const spread = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    const feature = (spread ^ (spread >>> 12)) & (FEATURES - 1);
    if (seen[feature] === 1) return;
    seen[feature] = 1;
    take(feature, strength);
  };
  const text = prose.slice(0, MAX_LENGTH).toLowerCase().replaceAll('’', "'").replace(/\d+/g, '0').replace(/\s+/g, ' ');
  const words = text.match(WORD) ?? [];
  add(hashOf(`\n\n${Math.floor(Math.log2(words.length + 1))}`), WORD_STRENGTH);
  for (const [index, shape] of SHAPES.entries()) if (shape.test(prose)) add(hashOf(`\n${index}`), WORD_STRENGTH);
  let previous = '^';
  for (const word of [...words, '$']) {
    add(hashOf(`${word}\n`), WORD_STRENGTH);
    add(hashOf(`${previous}\n${word}`), WORD_STRENGTH);
    previous = word;
  }
  const padded = ` ${text.trim()} `;
  for (let start = 0; start < padded.length; start++) {
    // Two characters are a word in Chinese and Japanese.
    const shortest = padded.charCodeAt(start) >= 0x3040 ? 2 : 3;
    let hash = SEED;
    for (let length = 1; length <= 5 && start + length <= padded.length; length++) {
      hash = mix(hash, padded.charCodeAt(start + length - 1));
      if (length >= shortest) add(hash, 1);
    }
  }
}

/** Words of any script, and single marks. Classes of Unicode would take a hook longer to compile than all the rest. */
const WORD = /[a-z0-9_'\u00c0-\u024f\u0370-\u1fff\u3040-\uffff]+|\S/g;

/** A path, an identifier, a question, several clauses, a capital letter. */
const SHAPES = [/\w[/.]\w/, /[a-z][A-Z]|\w_\w|\(\)/, /\?\s*$/, /[.;:,]\s/, /^[A-ZÀ-Þ]/];

const SEED = 2_166_136_261;

function mix(hash: number, code: number): number {
  return Math.imul(hash ^ code, 16_777_619);
}

function hashOf(text: string): number {
  let hash = SEED;
  for (let index = 0; index < text.length; index++) hash = mix(hash, text.charCodeAt(index));
  return hash;
}
