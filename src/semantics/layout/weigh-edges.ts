import type { NearestNeighbors } from '../vector-index/nearest-neighbors.js';

/** Pairs of neighbors, each once. */
export interface Edges {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** From 0 to 1. */
  readonly weights: Float32Array;
}

/**
 * Measures how strongly neighbors belong together. Distances are measured against those of each point's own neighbors, because
 * some parts of the space are much denser than others; of the two views on a pair, either is enough.
 */
export function weighEdges({ perPoint, indexes, cosines }: NearestNeighbors): Edges {
  const count = perPoint === 0 ? 0 : indexes.length / perPoint;
  const weights = new Map<number, number>();
  for (let point = 0; point < count; point++) {
    const start = point * perPoint;
    const own = membership(cosines.subarray(start, start + perPoint));
    for (let rank = 0; rank < perPoint; rank++) {
      const other = indexes[start + rank] as number;
      const pair = Math.min(point, other) * count + Math.max(point, other);
      const [seen, weight] = [weights.get(pair) ?? 0, own[rank] as number];
      weights.set(pair, seen + weight - seen * weight);
    }
  }
  const pairs = [...weights.keys()];
  return {
    from: Int32Array.from(pairs, (pair) => Math.floor(pair / count)),
    to: Int32Array.from(pairs, (pair) => pair % count),
    weights: Float32Array.from(weights.values()),
  };
}

/** 1 for the nearest; together as much as if a third or so of the neighbors were fully there. */
function membership(cosines: Float64Array): Float64Array {
  const gaps = cosines.map((cosine) => Math.max(0, (cosines[0] as number) - cosine));
  const wanted = Math.log2(cosines.length + 1);
  let [low, high] = [0, Number.POSITIVE_INFINITY];
  let scale = 1;
  for (let step = 0; step < SCALE_STEPS; step++) {
    const sum = gaps.reduce((total, gap) => total + Math.exp(-gap / scale), 0);
    if (sum > wanted) high = scale;
    else low = scale;
    scale = high === Number.POSITIVE_INFINITY ? scale * 2 : (low + high) / 2;
  }
  // Neighbors that are all equally near are all fully there.
  return gaps.map((gap) => Math.exp(-gap / Math.max(scale, MIN_SCALE)));
}

const SCALE_STEPS = 40;
const MIN_SCALE = 1e-6;
