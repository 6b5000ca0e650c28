import { describe, expect, it } from 'vitest';
import { alignPositions, layOutPoints } from '../../../src/semantics/layout/lay-out-points.js';
import { numbersFrom } from '../../support/seed.js';

const DIMENSIONS = 48;
const GROUPS = 30;
const PER_GROUP = 15;
const COUNT = GROUPS * PER_GROUP;

describe('the layout of a map', () => {
  const points = plantedGroups(COUNT, 7);
  const whole = layOutPoints(points, { renew: true, seed: 1 });

  it('has every point between 0 and 1 and fills one direction', () => {
    expect(whole).toHaveLength(COUNT * 2);
    expect(Math.min(...whole)).toBe(0);
    expect(Math.max(...whole)).toBe(1);
  });

  it('keeps planted groups together, far better than the two widest directions do', () => {
    const kept = keptNeighbors(points.data, whole);
    const byPrincipal = keptNeighbors(points.data, principalPositions(points.data));
    expect(kept).toBeGreaterThan(0.45);
    expect(kept).toBeGreaterThan(byPrincipal * 2);
    expect(inOwnGroup(whole)).toBeGreaterThan(0.97);
  });

  it('is the same for the same seed and another one for another seed', () => {
    expect(layOutPoints(points, { renew: true, seed: 1 })).toEqual(whole);
    expect(layOutPoints(points, { renew: true, seed: 2 })).not.toEqual(whole);
  });

  it('puts new points among those of their group and leaves the others where they are', () => {
    const known = whole.slice();
    for (let at = 0; at < COUNT; at += 7) known.fill(Number.NaN, at * 2, at * 2 + 2);
    const placed = layOutPoints(points, { known, renew: false, seed: 1 });
    expect(placed.every((value, at) => Number.isNaN(known[at]) || value === known[at])).toBe(true);
    for (let at = 0; at < COUNT; at += 7) expect(distance(placed, whole, at)).toBeLessThan(0.1);
  });

  it('is turned to the old one when all points are laid out again', () => {
    const more = plantedGroups(COUNT + 80, 7);
    const known = new Float32Array((COUNT + 80) * 2).fill(Number.NaN);
    known.set(whole);
    const renewed = layOutPoints(more, { known, renew: true, seed: 3 });
    expect(renewed.some(Number.isNaN)).toBe(false);
    const unaligned = layOutPoints(more, { renew: true, seed: 3 });
    expect(meanDistance(renewed, whole)).toBeLessThan(meanDistance(unaligned, whole));
  });

  it('is exactly the old one after it was turned, mirrored, scaled and moved', () => {
    const changed = whole.map((_, index) => {
      const at = index - (index % 2);
      const [x, y] = [whole[at] ?? 0, -(whole[at + 1] ?? 0)];
      return index === at ? 3 * (0.6 * x - 0.8 * y) + 5 : 3 * (0.8 * x + 0.6 * y) - 2;
    });
    const aligned = alignPositions(changed, whole);
    expect(meanDistance(aligned, whole)).toBeLessThan(1e-4);
  });

  it('exists for no point, one point and equal points', () => {
    const lay = (data: number[]) =>
      layOutPoints({ data: Float32Array.from(data), dimensions: 2 }, { renew: true, seed: 1 });
    expect(lay([])).toHaveLength(0);
    for (const data of [
      [1, 0],
      [1, 0, 1, 0, 1, 0],
      [0, 0, 1, 0],
    ]) {
      const positions = lay(data);
      expect(positions).toHaveLength(data.length);
      expect([...positions].every((value) => value >= 0 && value <= 1)).toBe(true);
    }
  });
});

/** Unit vectors around as many centers as there are groups; the groups take turns. */
function plantedGroups(count: number, seed: number) {
  const random = numbersFrom(seed);
  const direction = (length: number) =>
    Float32Array.from({ length: DIMENSIONS }, () => (random() + random() - 1) * length);
  const centers = Array.from({ length: GROUPS }, () => direction(1));
  const data = new Float32Array(count * DIMENSIONS);
  for (let at = 0; at < count; at++) {
    const own = direction(0.7);
    const sum = own.map((value, index) => value + (centers[at % GROUPS]?.[index] ?? 0));
    const norm = Math.hypot(...sum);
    data.set(
      sum.map((value) => value / norm),
      at * DIMENSIONS,
    );
  }
  return { data, dimensions: DIMENSIONS };
}

const K = 10;

/** The share of each point's ten nearest in the space that are also among its ten nearest on the map. */
function keptNeighbors(data: Float32Array, positions: Float32Array): number {
  let kept = 0;
  for (let at = 0; at < COUNT; at++) {
    const inSpace = nearest(at, (other) => -cosine(data, at, other));
    const onMap = new Set(nearest(at, (other) => squaredGap(positions, at, other)));
    kept += inSpace.filter((other) => onMap.has(other)).length;
  }
  return kept / (COUNT * K);
}

function inOwnGroup(positions: Float32Array): number {
  let same = 0;
  for (let at = 0; at < COUNT; at++) {
    same += nearest(at, (other) => squaredGap(positions, at, other)).filter(
      (other) => other % GROUPS === at % GROUPS,
    ).length;
  }
  return same / (COUNT * K);
}

function nearest(at: number, gap: (other: number) => number): number[] {
  const others = Array.from({ length: COUNT }, (_, other) => other).filter((other) => other !== at);
  return others.sort((a, b) => gap(a) - gap(b)).slice(0, K);
}

function cosine(data: Float32Array, a: number, b: number): number {
  let sum = 0;
  for (let i = 0; i < DIMENSIONS; i++) sum += (data[a * DIMENSIONS + i] ?? 0) * (data[b * DIMENSIONS + i] ?? 0);
  return sum;
}

function squaredGap(positions: Float32Array, a: number, b: number): number {
  return (
    ((positions[a * 2] ?? 0) - (positions[b * 2] ?? 0)) ** 2 +
    ((positions[a * 2 + 1] ?? 0) - (positions[b * 2 + 1] ?? 0)) ** 2
  );
}

function distance(one: Float32Array, other: Float32Array, at: number): number {
  return Math.hypot((one[at * 2] ?? 0) - (other[at * 2] ?? 0), (one[at * 2 + 1] ?? 0) - (other[at * 2 + 1] ?? 0));
}

function meanDistance(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < COUNT; at++) sum += distance(one, other, at);
  return sum / COUNT;
}

/** By power iteration, the second direction at right angles to the first. */
function principalPositions(data: Float32Array): Float32Array {
  const directions: Float64Array[] = [];
  for (let axis = 0; axis < 2; axis++) {
    let direction = Float64Array.from({ length: DIMENSIONS }, (_, i) => Math.cos(i * (axis + 1)));
    for (let round = 0; round < 100; round++) {
      for (const earlier of directions) direction = subtract(direction, earlier);
      const next = new Float64Array(DIMENSIONS);
      for (let at = 0; at < COUNT; at++) {
        const along = project(data, at, direction);
        for (let i = 0; i < DIMENSIONS; i++) next[i] = (next[i] ?? 0) + along * (data[at * DIMENSIONS + i] ?? 0);
      }
      const norm = Math.hypot(...next);
      direction = next.map((value) => value / norm);
    }
    directions.push(direction);
  }
  const [first, second] = directions as [Float64Array, Float64Array];
  const both = Array.from({ length: COUNT }, (_, at) => [project(data, at, first), project(data, at, second)]);
  return Float32Array.from(both.flat());
}

function project(data: Float32Array, at: number, direction: Float64Array): number {
  return direction.reduce((sum, value, i) => sum + value * (data[at * DIMENSIONS + i] ?? 0), 0);
}

function subtract(vector: Float64Array, direction: Float64Array): Float64Array<ArrayBuffer> {
  const along = vector.reduce((sum, value, i) => sum + value * (direction[i] ?? 0), 0);
  return Float64Array.from(vector, (value, i) => value - along * (direction[i] ?? 0));
}
