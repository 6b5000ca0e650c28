import type { Edges } from './weigh-edges.js';

/**
 * Finds where the optimization begins: the two slowest waves over the network of neighbors, so that parts that are connected
 * begin near each other. By repeated smoothing of random positions.
 */
export function startPositions(count: number, edges: Edges, random: () => number): Float64Array {
  const roots = degreeRoots(count, edges);
  const even = withLength(roots);
  let [x, y] = [0, 1].map(() => Float64Array.from({ length: count }, () => random() - 0.5)) as [
    Float64Array,
    Float64Array,
  ];
  for (let round = 0; round < ROUNDS; round++) {
    x = withLength(without(x, even));
    y = withLength(without(without(y, even), x));
    if (round < ROUNDS - 1) [x, y] = [smooth(x, edges, roots), smooth(y, edges, roots)];
  }
  const positions = new Float64Array(count * 2);
  const [scaleX, scaleY] = [x, y].map((axis) => SIZE / (axis.reduce((most, v) => Math.max(most, Math.abs(v)), 0) || 1));
  for (let at = 0; at < count; at++) {
    // Points that are connected in the same way would never come apart.
    positions[at * 2] = (x[at] as number) * (scaleX as number) + random() * JITTER;
    positions[at * 2 + 1] = (y[at] as number) * (scaleY as number) + random() * JITTER;
  }
  return positions;
}

const ROUNDS = 100;
const SIZE = 10;
const JITTER = 0.5;

/** The square roots of the sums of weights: smoothing does not change their direction, so it says nothing. */
function degreeRoots(count: number, { from, to, weights }: Edges): Float64Array {
  const degrees = new Float64Array(count);
  for (const [at, weight] of weights.entries()) {
    for (const end of [from[at] as number, to[at] as number]) degrees[end] = (degrees[end] as number) + weight;
  }
  return degrees.map(Math.sqrt);
}

/** Each value stays in part, so that two groups that only know each other do not swap forever. */
function smooth(values: Float64Array, { from, to, weights }: Edges, roots: Float64Array): Float64Array {
  const smoothed = values.slice();
  for (const [at, weight] of weights.entries()) {
    const [a, b] = [from[at] as number, to[at] as number];
    const share = weight / ((roots[a] as number) * (roots[b] as number));
    smoothed[a] = (smoothed[a] as number) + share * (values[b] as number);
    smoothed[b] = (smoothed[b] as number) + share * (values[a] as number);
  }
  return smoothed;
}

function without(values: Float64Array, direction: Float64Array): Float64Array {
  const along = values.reduce((sum, value, at) => sum + value * (direction[at] as number), 0);
  return values.map((value, at) => value - along * (direction[at] as number));
}

function withLength(values: Float64Array): Float64Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;
  return values.map((value) => value / length);
}
