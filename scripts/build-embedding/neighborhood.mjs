import { normalize } from './matrix.mjs';
import { gaussian } from './random.mjs';

/**
 * Vectors of words from the company they keep in the documentation (positive pointwise mutual information, reduced by a
 * randomized singular value decomposition): general word vectors do not know that a stub is no postage and a pod no pea.
 * Words met too seldom stay zero.
 */
export function neighborhoodVectors(sentences, words, width, random) {
  const counts = new Float64Array(words);
  for (const rows of sentences) for (const row of rows) counts[row] += 1;
  const matrix = associations(together(sentences, counts), counts);
  let basis = orthonormal(
    Float64Array.from({ length: words * width }, () => gaussian(random)),
    words,
    width,
  );
  for (let round = 0; round < ROUNDS; round += 1) basis = orthonormal(times(matrix, basis, words, width), words, width);
  const strengths = columnLengths(times(matrix, basis, words, width), words, width);
  for (let index = 0; index < basis.length; index += 1) basis[index] *= Math.sqrt(strengths[index % width]);
  for (let row = 0; row < words; row += 1) normalize(basis, row * width, width);
  return Float32Array.from(basis);
}

const WINDOW = 6;
const MIN_COUNT = 12;
const SKIPPED = 40;
const ROUNDS = 6;

/** Weighted counts of pairs (row, other row), keyed by row * 2^16 + other. */
function together(sentences, counts) {
  // The very commonest words keep company with everything.
  const common = new Set([...counts.keys()].sort((one, other) => counts[other] - counts[one]).slice(0, SKIPPED));
  const pairs = new Map();
  for (const rows of sentences) {
    const kept = rows.filter((row) => counts[row] >= MIN_COUNT && !common.has(row));
    for (let position = 0; position < kept.length; position += 1) {
      for (let near = position + 1; near < kept.length && near <= position + WINDOW; near += 1) {
        const [one, other] = kept[position] < kept[near] ? [kept[position], kept[near]] : [kept[near], kept[position]];
        const key = one * 65536 + other;
        pairs.set(key, (pairs.get(key) ?? 0) + 1 / (near - position));
      }
    }
  }
  return pairs;
}

function associations(pairs, counts) {
  let total = 0;
  const sums = new Float64Array(counts.length);
  for (const [key, count] of pairs) {
    total += 2 * count;
    sums[Math.floor(key / 65536)] += count;
    sums[key % 65536] += count;
  }
  const entries = [];
  for (const [key, count] of pairs) {
    const [one, other] = [Math.floor(key / 65536), key % 65536];
    const value = Math.log((count * total) / (sums[one] * sums[other])) - 0.7;
    if (value > 0 && one !== other) entries.push([one, other, value]);
  }
  return {
    one: Int32Array.from(entries, ([one]) => one),
    other: Int32Array.from(entries, ([, other]) => other),
    value: Float64Array.from(entries, ([, , value]) => value),
  };
}

function times({ one, other, value }, basis, words, width) {
  const product = new Float64Array(words * width);
  for (let entry = 0; entry < value.length; entry += 1) {
    const [from, to, weight] = [one[entry] * width, other[entry] * width, value[entry]];
    for (let index = 0; index < width; index += 1) {
      product[from + index] += weight * basis[to + index];
      product[to + index] += weight * basis[from + index];
    }
  }
  return product;
}

/** Gram-Schmidt over the columns. */
function orthonormal(matrix, rows, width) {
  for (let column = 0; column < width; column += 1) {
    for (let before = 0; before < column; before += 1) {
      let along = 0;
      for (let row = 0; row < rows; row += 1) along += matrix[row * width + column] * matrix[row * width + before];
      for (let row = 0; row < rows; row += 1) matrix[row * width + column] -= along * matrix[row * width + before];
    }
    let sum = 0;
    for (let row = 0; row < rows; row += 1) sum += matrix[row * width + column] ** 2;
    const length = Math.sqrt(sum) || 1;
    for (let row = 0; row < rows; row += 1) matrix[row * width + column] /= length;
  }
  return matrix;
}

function columnLengths(matrix, rows, width) {
  const sums = new Float64Array(width);
  for (let index = 0; index < rows * width; index += 1) sums[index % width] += matrix[index] ** 2;
  return sums.map(Math.sqrt);
}
