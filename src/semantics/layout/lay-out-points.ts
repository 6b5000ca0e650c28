import { unitVector } from '../embedding/unit-vector.js';
import { getCount, type OnStep, type Points } from '../kernels/points.js';
import { createVectorIndex } from '../vector-index/create-vector-index.js';
import { findNearestNeighbors, pointAt } from '../vector-index/nearest-neighbors.js';
import { optimizePositions } from './optimize-positions.js';
import { startPositions } from './start-positions.js';
import { weighEdges } from './weigh-edges.js';

export interface LayoutOptions {
  /** Earlier positions; NaN for new points. */
  readonly known?: Positions | undefined;
  /** True if all points are laid out again instead of only new ones being placed among the others. */
  readonly renew: boolean;
  readonly seed: number;
  readonly onProgress?: ((done: number) => void) | undefined;
}

/**
 * Lays points out on a map, x and y from 0 to 1, so that near ones are similar. Distances between far ones say
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
  const count = getCount(points);
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

/**
 * The same layout, turned, mirrored, scaled and moved so that the points that both have are as near as possible to where
 * they were (Procrustes): a person who knows the old map finds the way in the new one.
 */
export function alignPositions(positions: Positions, reference: Positions): Positions {
  const shared: number[] = [];
  for (let at = 0; at < positions.length / 2; at++) if (isPlaced(reference, at)) shared.push(at);
  if (shared.length < MIN_SHARED) return positions;
  const [from, to] = [getCenter(positions, shared), getCenter(reference, shared)];
  const turned = bestTurn({ positions, reference, shared, from, to }, 1);
  const mirrored = bestTurn({ positions, reference, shared, from, to }, -1);
  const { a, b, flip } = turned.fit >= mirrored.fit ? turned : mirrored;
  return positions.map((_, index) => {
    const at = index - (index % 2);
    const x = (positions[at] as number) - from.x;
    const y = ((positions[at + 1] as number) - from.y) * flip;
    return index === at ? a * x - b * y + to.x : b * x + a * y + to.y;
  });
}

/** Two points can be turned onto each other in more than one way. */
const MIN_SHARED = 3;

interface Pairs {
  readonly positions: Positions;
  readonly reference: Positions;
  readonly shared: readonly number[];
  readonly from: Center;
  readonly to: Center;
}

interface Center {
  readonly x: number;
  readonly y: number;
}

/** As a complex number a + bi that rotates and scales, after `flip` mirrored the second coordinate. */
function bestTurn({ positions, reference, shared, from, to }: Pairs, flip: 1 | -1) {
  let [real, imaginary, size] = [0, 0, 0];
  for (const at of shared) {
    const [x, y] = [(positions[at * 2] as number) - from.x, ((positions[at * 2 + 1] as number) - from.y) * flip];
    const [u, v] = [(reference[at * 2] as number) - to.x, (reference[at * 2 + 1] as number) - to.y];
    real += x * u + y * v;
    imaginary += x * v - y * u;
    size += x * x + y * y;
  }
  return { a: real / (size || 1), b: imaginary / (size || 1), flip, fit: Math.hypot(real, imaginary) };
}

function getCenter(positions: Positions, shared: readonly number[]): Center {
  let [x, y] = [0, 0];
  for (const at of shared) {
    x += positions[at * 2] as number;
    y += positions[at * 2 + 1] as number;
  }
  return { x: x / shared.length, y: y / shared.length };
}

/** x and y of each point in turn. A point without a position has NaN. */
export type Positions = Float32Array;

function isPlaced(positions: Positions, at: number): boolean {
  return !Number.isNaN(positions[at * 2]);
}

/** Moved and scaled to fill 0 to 1 in its longer direction; the shorter one is in the middle. */
function fitToUnit(positions: Positions): Positions {
  const [left, right] = getRange(positions, 0);
  const [top, bottom] = getRange(positions, 1);
  const size = Math.max(right - left, bottom - top) || 1;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return positions.map((value, at) => clamp((value - (at % 2 === 0 ? x : y)) / size + 0.5));
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function getRange(positions: Positions, offset: 0 | 1): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = offset; at < positions.length; at += 2) {
    low = Math.min(low, positions[at] as number);
    high = Math.max(high, positions[at] as number);
  }
  return [low, high];
}

/** Numbers from 0 to 1 that look random and are the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Gives each point without a position the mean of its nearest neighbors that have one; the others stay where they are. */
function addPoints(points: Points, known: Positions, onStep: OnStep): Positions {
  const count = getCount(points);
  const placed = createVectorIndex<number>(points.dimensions);
  for (let at = 0; at < count; at++) if (isPlaced(known, at)) placed.add(at, pointAt(points, at));
  const positions = known.slice();
  for (let at = 0; at < count; at++) {
    if (isPlaced(known, at)) continue;
    positions.set(meanPosition(known, placed.search(pointAt(points, at), MAX_KNOWN_NEIGHBORS)), at * 2);
    onStep(at / count);
  }
  return positions;
}

const MAX_KNOWN_NEIGHBORS = 5;

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
