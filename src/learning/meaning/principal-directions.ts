import { createPause } from '../../kernel/create-pause.js';

/** Vectors one after the other in one array. */
export interface Rows {
  readonly data: Float32Array;
  readonly dimensions: number;
}

/**
 * The directions in which the rows differ most from their mean, at right angles to each other, each of length 1, one
 * after the other. By repeated multiplication of a whole subspace; others have their turn in between.
 */
export async function principalDirections(rows: Rows, mean: Float32Array, maxCount: number): Promise<Float32Array> {
  const { dimensions } = rows;
  const sample = evenSample(rows, mean, LARGEST_SAMPLE);
  const sampled = sample.length / dimensions;
  const pause = createPause();
  const count = Math.max(1, Math.min(maxCount, dimensions, sampled - 1));
  let directions = straighten(startingDirections(count, dimensions), dimensions);
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(count * dimensions);
    for (let row = 0; row < sampled; row++) {
      addMultiplied(next, directions, sample.subarray(row * dimensions, (row + 1) * dimensions));
      await pause();
    }
    directions = straighten(next, dimensions);
  }
  return Float32Array.from(directions);
}

/** More would hardly change what values are held against: the widest directions are found first. */
const ROUNDS = 4;
/** More would not change the directions that thousands of experiences share. */
const LARGEST_SAMPLE = 400;

/** Seen from the mean. */
function evenSample({ data, dimensions }: Rows, mean: Float32Array, maxCount: number): Float64Array {
  const count = data.length / dimensions;
  const taken = Math.min(count, maxCount);
  const sample = new Float64Array(taken * dimensions);
  for (let row = 0; row < taken; row++) {
    const from = Math.floor((row * count) / taken) * dimensions;
    for (let at = 0; at < dimensions; at++) {
      sample[row * dimensions + at] = (data[from + at] as number) - (mean[at] as number);
    }
  }
  return sample;
}

/** Any directions do, if none is made up of the others; the same ones each time, so that results can be repeated. */
function startingDirections(count: number, dimensions: number): Float64Array {
  let state = 1;
  return Float64Array.from({ length: count * dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

function addMultiplied(sum: Float64Array, directions: Float64Array, row: Float64Array): void {
  for (let start = 0; start < directions.length; start += row.length) {
    let along = 0;
    for (let at = 0; at < row.length; at++) along += (directions[start + at] as number) * (row[at] as number);
    for (let at = 0; at < row.length; at++) {
      sum[start + at] = (sum[start + at] as number) + along * (row[at] as number);
    }
  }
}

/** Gram-Schmidt. A direction that the others make up already becomes zero and says nothing. */
function straighten(directions: Float64Array, dimensions: number): Float64Array {
  const straight = directions.slice();
  for (let start = 0; start < straight.length; start += dimensions) {
    const own = straight.subarray(start, start + dimensions);
    const before = getLength(own);
    for (let other = 0; other < start; other += dimensions) {
      const done = straight.subarray(other, other + dimensions);
      let along = 0;
      for (let at = 0; at < dimensions; at++) along += (own[at] as number) * (done[at] as number);
      for (let at = 0; at < dimensions; at++) own[at] = (own[at] as number) - along * (done[at] as number);
    }
    const length = getLength(own);
    const isSpent = length <= before * 1e-9 || length === 0;
    for (let at = 0; at < dimensions; at++) own[at] = isSpent ? 0 : (own[at] as number) / length;
  }
  return straight;
}

function getLength(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

export function getMean({ data, dimensions }: Rows): Float32Array {
  const sum = new Float64Array(dimensions);
  for (let start = 0; start < data.length; start += dimensions) {
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] as number) + (data[start + at] as number);
  }
  return Float32Array.from(sum, (value) => (value * dimensions) / data.length);
}
