import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cluster, clusterWith } from '../../../../src/semantics/clustering/cluster.js';
import type { Clustering } from '../../../../src/semantics/clustering/clustering.js';
import { createPlainPointKernel } from '../../../../src/semantics/kernels/plain-point-kernel.js';
import { clouds, pointsOf, rowsOf, seededNumbers } from './random-points.js';
import { renamedLike } from './renamed-like.js';

const setting = fc.record({
  seed: fc.nat(),
  count: fc.integer({ min: 20, max: 120 }),
  dimensions: fc.integer({ min: 2, max: 19 }),
  cloudCount: fc.integer({ min: 1, max: 5 }),
  minClusterSize: fc.integer({ min: 2, max: 9 }),
  minSamples: fc.integer({ min: 1, max: 9 }),
  method: fc.constantFrom('eom' as const, 'leaf' as const),
  allowSingleCluster: fc.boolean(),
});

describe('clustering', () => {
  it('does not depend on the order of the points', () => {
    fc.assert(
      fc.property(setting, ({ seed, count, dimensions, cloudCount, ...options }) => {
        const points = clouds(seed, count, dimensions, cloudCount);
        const order = shuffled(count, seed + 1);
        const rows = rowsOf(points);
        const moved = cluster(
          pointsOf(
            order.map((point) => rows[point] as number[]),
            dimensions,
          ),
          options,
        );
        expectSame(moved, pick(cluster(points, options), order));
      }),
    );
  });

  it('does not depend on how the points are turned and shifted', () => {
    fc.assert(
      fc.property(setting, fc.double({ min: 0, max: 6, noNaN: true }), (given, angle) => {
        const { seed, count, dimensions, cloudCount, ...options } = given;
        const points = clouds(seed, count, dimensions, cloudCount);
        const turned = rowsOf(points).map(([x = 0, y = 0, ...rest]) => [
          x * Math.cos(angle) - y * Math.sin(angle) + 3,
          x * Math.sin(angle) + y * Math.cos(angle) - 5,
          ...rest,
        ]);
        expectSame(cluster(pointsOf(turned, dimensions), options), cluster(points, options));
      }),
    );
  });

  it.each([2 ** -60, 2 ** -9, 2 ** 7, 2 ** 60])('does not depend on the scale of the points: %d', (scale) => {
    fc.assert(
      fc.property(setting, ({ seed, count, dimensions, cloudCount, ...options }) => {
        const points = clouds(seed, count, dimensions, cloudCount);
        const scaled = { ...points, data: points.data.map((value) => value * scale) as Float64Array };
        expectSame(cluster(scaled, options), cluster(points, options));
      }),
      { numRuns: 25 },
    );
  });

  it('is the same to the last bit with and without WebAssembly, also if points coincide', () => {
    fc.assert(
      fc.property(setting, fc.nat({ max: 3 }), (given, decimals) => {
        const { seed, count, dimensions, cloudCount, ...options } = given;
        const points = clouds(seed, count, dimensions, cloudCount);
        const rounded = {
          ...points,
          data: points.data.map((value) => Number(value.toFixed(decimals))) as Float64Array,
        };
        expect(cluster(rounded, options)).toEqual(clusterWith(createPlainPointKernel, rounded, options));
      }),
    );
  });

  it('gives probabilities from 0 to 1, above 0 for the points of clusters only, and no cluster below the size', () => {
    fc.assert(
      fc.property(setting, fc.nat({ max: 2 }), (given, decimals) => {
        const { seed, count, dimensions, cloudCount, ...options } = given;
        const points = clouds(seed, count, dimensions, cloudCount);
        const rounded = {
          ...points,
          data: points.data.map((value) => Number(value.toFixed(decimals))) as Float64Array,
        };
        const { labels, probabilities, stabilities } = cluster(rounded, { ...options, allowSingleCluster: false });
        for (const [point, label] of labels.entries()) {
          expect((probabilities[point] as number) > 0).toBe(label >= 0);
          expect(probabilities[point]).toBeLessThanOrEqual(1);
        }
        for (const label of stabilities.keys()) {
          expect(labels.filter((each) => each === label).length).toBeGreaterThanOrEqual(options.minClusterSize);
          expect(stabilities[label]).not.toBeNaN();
        }
      }),
    );
  });
});

function shuffled(count: number, seed: number): number[] {
  const next = seededNumbers(seed);
  return Array.from({ length: count }, (_, point) => ({ point, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ point }) => point);
}

function pick({ labels, probabilities, stabilities }: Clustering, order: readonly number[]): Clustering {
  return {
    labels: Int32Array.from(order, (point) => labels[point] as number),
    probabilities: Float64Array.from(order, (point) => probabilities[point] as number),
    stabilities,
  };
}

function expectSame(one: Clustering, other: Clustering): void {
  expect(renamedLike(other.labels, one.labels)).toEqual([...other.labels]);
  for (const [point, probability] of one.probabilities.entries()) {
    expect(probability).toBeCloseTo(other.probabilities[point] as number, 9);
  }
}
