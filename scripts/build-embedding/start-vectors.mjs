import { conditioned, normalize } from './matrix.mjs';

const WINDOW = 5;

/** X: the general word vectors, conditioned; a word they lack starts as the mean of the words around it in the documentation. */
export function startVectors(vocabulary, vectors, sentences, dimensions) {
  const present = vocabulary.flatMap(({ word }, row) => (vectors.has(word) ? [row] : []));
  const packed = new Float32Array(present.length * dimensions);
  for (const [position, row] of present.entries()) packed.set(vectors.get(vocabulary[row].word), position * dimensions);
  const clean = conditioned(packed, present.length, dimensions, 2);
  const start = new Float32Array(vocabulary.length * dimensions);
  for (const [position, row] of present.entries()) {
    start.set(clean.subarray(position * dimensions, (position + 1) * dimensions), row * dimensions);
  }
  fillMissing(start, new Set(present), vocabulary, sentences, dimensions);
  return start;
}

function fillMissing(start, present, vocabulary, sentences, dimensions) {
  const missing = new Map();
  for (const words of sentences) {
    for (let position = 0; position < words.length; position += 1) {
      const row = words[position];
      if (present.has(row)) continue;
      const sum = missing.get(row) ?? new Float32Array(dimensions);
      missing.set(row, sum);
      for (
        let near = Math.max(0, position - WINDOW);
        near <= Math.min(words.length - 1, position + WINDOW);
        near += 1
      ) {
        if (!present.has(words[near])) continue;
        const weight = 1e-3 / (1e-3 + vocabulary[words[near]].frequency);
        for (let index = 0; index < dimensions; index += 1)
          sum[index] += weight * start[words[near] * dimensions + index];
      }
    }
  }
  for (const [row, sum] of missing) {
    normalize(sum, 0, dimensions);
    start.set(sum, row * dimensions);
  }
}
