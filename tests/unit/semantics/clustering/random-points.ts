import type { Points } from '../../../../src/semantics/kernels/points.js';

/** The same numbers for the same seed, evenly from 0 to 1. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Clouds of normally distributed points, in turn, each around a center of its own; every sixth point is anywhere. */
export function clouds(seed: number, count: number, dimensions: number, cloudCount: number): Points {
  const next = seededNumbers(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const centers = Array.from({ length: cloudCount }, () => Array.from({ length: dimensions }, () => 8 * next()));
  const data = new Float64Array(count * dimensions);
  for (let point = 0; point < count; point++) {
    for (let at = 0; at < dimensions; at++) {
      const center = centers[point % cloudCount]?.[at] ?? 0;
      data[point * dimensions + at] = point % 6 === 5 ? 8 * next() : center + normal();
    }
  }
  return { data, dimensions };
}

export function rowsOf({ data, dimensions }: Points): number[][] {
  return Array.from({ length: data.length / dimensions }, (_, row) => [
    ...data.subarray(row * dimensions, (row + 1) * dimensions),
  ]);
}

export function pointsOf(rows: readonly (readonly number[])[], dimensions: number): Points {
  return { data: Float64Array.from(rows.flat()), dimensions };
}
