import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlainPointKernel } from '../../../../src/semantics/kernels/plain-point-kernel.js';
import type { PointKernel, Points, TreeEdge } from '../../../../src/semantics/kernels/points.js';
import { createSimdPointKernel } from '../../../../src/semantics/kernels/simd-point-kernel.js';
import { clouds } from '../clustering/random-points.js';

const nothing = (): void => undefined;

describe('the compiled point kernel', () => {
  it('gives the neighbors and trees of the plain one, to the last bit', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 2, max: 150 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 12 }),
        (seed, count, dimensions, k) => expectTwins(clouds(seed, count, dimensions, 4), Math.min(k, count - 1)),
      ),
    );
  });

  it('does so for any numbers: far outliers, tiny and huge ones, points that coincide', () => {
    const values = fc.oneof(
      fc.float({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, 1, -1, 1e-38, 3e38, 1e6, 1e6 + 0.0625),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(values, values, values), { minLength: 4, maxLength: 60 }), (rows) => {
        expectTwins({ data: Float32Array.from(rows.flat()), dimensions: 3 }, 3);
      }),
    );
  });

  it('does so over more points than one block of its memory holds', () => {
    expectTwins(clouds(5, 1100, 130, 6), 4);
  });
});

function expectTwins(points: Points, k: number): void {
  const simd = createSimdPointKernel(points);
  if (simd === undefined) throw new Error('no WebAssembly here');
  const plain = createPlainPointKernel(points);
  const neighbors = plain.findNeighbors(k, nothing);
  expect(simd.findNeighbors(k, nothing)).toEqual(neighbors);
  const cores = neighbors.distances.filter((_, at) => at % k === k - 1);
  expect(treeOf(simd, cores)).toEqual(treeOf(plain, cores));
}

function treeOf(kernel: PointKernel, cores: Float64Array): TreeEdge[] {
  const tree = kernel.growTree(cores);
  const edges: TreeEdge[] = [];
  for (let next = tree.take(0); next >= 0; next = tree.take(next)) edges.push(tree.edgeTo(next));
  return edges;
}
