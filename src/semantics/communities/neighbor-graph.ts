import { getCount, type OnStep, type Points } from '../kernels/points.js';
import { findNearestNeighbors, type NearestNeighbors } from '../vector-index/nearest-neighbors.js';

/** The edges of node n are those from `starts[n]` up to `starts[n + 1]`; an edge is among those of both of its nodes. */
export interface Graph {
  readonly starts: Int32Array;
  readonly targets: Int32Array;
  readonly weights: Float64Array;
}

/**
 * Connects two points if each is among the nearest of the other, by their cosine. A point that is near to many, but has
 * no such neighbor, would tie strangers together. Points have length 1.
 */
export function connectNeighbors(points: Points, neighbors: number, onStep: OnStep): Graph {
  const nearest = findNearestNeighbors(points, neighbors, onStep);
  const count = getCount(points);
  const starts = new Int32Array(count + 1);
  visitEdges(nearest, count, (from) => {
    starts[from + 1] = (starts[from + 1] as number) + 1;
  });
  for (let node = 0; node < count; node++) starts[node + 1] = (starts[node + 1] as number) + (starts[node] as number);
  const targets = new Int32Array(starts[count] as number);
  const weights = new Float64Array(targets.length);
  const next = starts.slice();
  visitEdges(nearest, count, (from, to, weight) => {
    const at = next[from] as number;
    targets[at] = to;
    weights[at] = weight;
    next[from] = at + 1;
  });
  return { starts, targets, weights };
}

/** Only a few of many points that coincide are among the nearest of all of them: there one side is enough. */
function visitEdges(
  { perPoint, indexes, cosines }: NearestNeighbors,
  count: number,
  visit: (from: number, to: number, weight: number) => void,
): void {
  for (let at = 0; at < count; at++) {
    for (let rank = at * perPoint; rank < (at + 1) * perPoint; rank++) {
      const [to, weight] = [indexes[rank] as number, cosines[rank] as number];
      if (weight <= 0) continue;
      const isMutual = indexes.subarray(to * perPoint, (to + 1) * perPoint).includes(at);
      if (isMutual || weight > COINCIDE) visit(at, to, weight);
      if (!isMutual && weight > COINCIDE) visit(to, at, weight);
    }
  }
}

const COINCIDE = 1 - 1e-6;
