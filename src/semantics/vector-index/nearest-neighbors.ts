import { createPointKernel } from '../kernels/create-point-kernel.js';
import { getCount, type OnStep, type Points } from '../kernels/points.js';

/** For each point its nearest others, nearest first. */
export interface NearestNeighbors {
  readonly perPoint: number;
  /** `perPoint` indexes for each point. */
  readonly indexes: Int32Array;
  /** The cosine of each, in the same order. */
  readonly cosines: Float64Array;
}

/** Exact. Points have length 1: then the nearest are those with the largest cosines. */
export function findNearestNeighbors(points: Points, maxPerPoint: number, onStep: OnStep): NearestNeighbors {
  const count = getCount(points);
  const perPoint = Math.max(0, Math.min(maxPerPoint, count - 1));
  if (perPoint === 0) return { perPoint, indexes: new Int32Array(0), cosines: new Float64Array(0) };
  const { indexes, distances } = createPointKernel(points).findNeighbors(perPoint, onStep);
  const squares = Float64Array.from({ length: count }, (_, at) => squaredLength(pointAt(points, at)));
  // Products of all these pairs would take longer than what the distances say about them: (a - b)² = a² + b² - 2ab.
  const cosines = distances.map((distance, rank) => {
    const [one, other] = [Math.floor(rank / perPoint), indexes[rank] as number];
    return ((squares[one] as number) + (squares[other] as number) - distance) / 2;
  });
  return { perPoint, indexes, cosines };
}

function squaredLength(point: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < point.length; at++) sum += (point[at] as number) ** 2;
  return sum;
}

export function pointAt({ data, dimensions }: Points, at: number): Float32Array {
  const point = data.subarray(at * dimensions, (at + 1) * dimensions);
  return point instanceof Float32Array ? point : Float32Array.from(point);
}
