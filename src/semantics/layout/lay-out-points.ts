import { unitVector } from '../embedding/unit-vector.js';
import { countOf, type OnStep, type Points } from '../kernels/points.js';
import { findNearestNeighbors } from '../vector-index/nearest-neighbors.js';
import { addPoints } from './add-points.js';
import { alignPositions } from './align-positions.js';
import { optimizePositions } from './optimize-positions.js';
import { fitToUnit, isPlaced, type Positions } from './positions.js';
import { createRandom } from './random.js';
import { startPositions } from './start-positions.js';
import { weighEdges } from './weigh-edges.js';

export interface LayoutOptions {
  /** Where points were before; NaN for new ones. */
  readonly known?: Positions | undefined;
  /** Whether all points are laid out again instead of only new ones being placed among the others. */
  readonly renew: boolean;
  readonly seed: number;
  readonly onProgress?: ((done: number) => void) | undefined;
}

/**
 * Where to draw points on a map, x and y from 0 to 1, so that near ones are similar. Distances between far ones say
 * little. The same input gives the same map. Synchronous, for a worker: 10,000 points take some seconds.
 */
export function layOutPoints(given: Points, options: LayoutOptions): Positions {
  const points = toUnits(given);
  const { known, onProgress = () => undefined } = options;
  const hasKnown = known?.some((_, at) => isPlaced(known, at >> 1)) ?? false;
  if (known !== undefined && hasKnown && !options.renew) return addPoints(points, known, onProgress);
  const positions = fitToUnit(layOutAll(points, options.seed, onProgress));
  return known === undefined || !hasKnown ? positions : fitToUnit(alignPositions(positions, known));
}

function layOutAll(points: Points, seed: number, onProgress: OnStep): Positions {
  const count = countOf(points);
  if (count === 0) return new Float32Array(0);
  const random = createRandom(seed);
  const neighbors = findNearestNeighbors(points, NEIGHBORS, (done) => onProgress(done / 2));
  const edges = weighEdges(neighbors);
  const positions = startPositions(count, edges, random);
  optimizePositions(positions, edges, { rounds: ROUNDS, random, onStep: (done) => onProgress(0.5 + done / 2) });
  return Float32Array.from(positions);
}

const NEIGHBORS = 15;
const ROUNDS = 200;

function toUnits({ data, dimensions }: Points): Points {
  const units = new Float32Array(data.length);
  for (let start = 0; start < data.length; start += dimensions) {
    units.set(unitVector(data.subarray(start, start + dimensions)) ?? [], start);
  }
  return { data: units, dimensions };
}
