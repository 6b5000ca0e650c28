import { countOf, type OnStep, type Points } from '../kernels/points.js';
import { createVectorIndex } from '../vector-index/create-vector-index.js';
import { pointAt } from '../vector-index/nearest-neighbors.js';
import { isPlaced, type Positions } from './positions.js';

/** Gives each point without a position the mean of its nearest neighbors that have one; the others stay where they are. */
export function addPoints(points: Points, known: Positions, onStep: OnStep): Positions {
  const count = countOf(points);
  const placed = createVectorIndex<number>(points.dimensions);
  for (let at = 0; at < count; at++) if (isPlaced(known, at)) placed.add(at, pointAt(points, at));
  const positions = known.slice();
  for (let at = 0; at < count; at++) {
    if (isPlaced(known, at)) continue;
    positions.set(meanPosition(known, placed.search(pointAt(points, at), NEIGHBORS)), at * 2);
    onStep(at / count);
  }
  return positions;
}

const NEIGHBORS = 5;

/** Nearer ones count more: the mean of two groups would be between them, where nothing is. */
function meanPosition(known: Positions, near: readonly { readonly id: number; readonly score: number }[]) {
  let [x, y, total] = [0, 0, 0];
  for (const { id, score } of near) {
    const weight = Math.max(score, MIN_WEIGHT) ** 4;
    x += weight * (known[id * 2] as number);
    y += weight * (known[id * 2 + 1] as number);
    total += weight;
  }
  return total === 0 ? [0.5, 0.5] : [x / total, y / total];
}

const MIN_WEIGHT = 0.01;
