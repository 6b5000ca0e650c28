import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlainRowCeilings } from '../../../../src/semantics/kernels/row-ceilings.js';
import {
  createVectorIndex,
  indexVectors,
  type Match,
  type VectorIndex,
} from '../../../../src/semantics/vector-index/create-vector-index.js';
import { seededNumbers } from '../clustering/random-points.js';

const vectorOf = (...values: number[]): Float32Array => Float32Array.from(values);

describe('the vector index', () => {
  it('finds the nearest first', () => {
    const index = createVectorIndex(2);
    index.add('east', vectorOf(1, 0));
    index.add('north', vectorOf(0, 1));
    index.add('northeast', vectorOf(Math.SQRT1_2, Math.SQRT1_2));
    expect(index.search(vectorOf(1, 0), 2)).toEqual([
      { id: 'east', score: 1 },
      { id: 'northeast', score: expect.closeTo(Math.SQRT1_2, 6) },
    ]);
  });

  it('puts equal ones in the order in which they were added, also after removals and replacements', () => {
    const index = createVectorIndex<number>(1);
    for (let id = 0; id < 10; id++) index.add(id, vectorOf(1));
    index.remove(2);
    index.remove(0);
    index.add(5, vectorOf(1));
    index.add(2, vectorOf(1));
    expect(index.search(vectorOf(1), 20).map(({ id }) => id)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 2]);
    expect(index.search(vectorOf(1), 3).map(({ id }) => id)).toEqual([1, 3, 4]);
  });

  it('gives the best of those that the filter accepts', () => {
    const index = createVectorIndex<number>(1);
    for (let id = 0; id < 100; id++) index.add(id, vectorOf(id));
    expect(index.search(vectorOf(1), 3, (id) => id % 10 === 0).map(({ id }) => id)).toEqual([90, 80, 70]);
    expect(index.search(vectorOf(1), 3, () => false)).toEqual([]);
  });

  it('replaces, removes and lists its vectors', () => {
    const index = createVectorIndex(2);
    const vector = vectorOf(1, 2);
    index.add('a', vector);
    vector[0] = 9;
    expect(index.get('a')).toEqual(vectorOf(1, 2));
    index.add('a', vectorOf(3, 4));
    expect([index.size, index.get('a')]).toEqual([1, vectorOf(3, 4)]);
    expect([index.remove('b'), index.remove('a'), index.remove('a')]).toEqual([false, true, false]);
    expect([index.size, index.has('a'), index.get('a')]).toEqual([0, false, undefined]);
    expect(index.search(vectorOf(1, 1), 5)).toEqual([]);
  });

  it('keeps its vectors when room for more or fewer is reserved', () => {
    const index = createVectorIndex<number>(1);
    index.add(1, vectorOf(1));
    index.reserve(100);
    for (let id = 2; id <= 200; id++) index.add(id, vectorOf(id));
    index.reserve(1);
    expect(index.search(vectorOf(1), 2).map(({ id }) => id)).toEqual([200, 199]);
    expect(index.get(1)).toEqual(vectorOf(1));
  });

  it('refuses other dimensions, numbers that are not finite and a k that is not a count', () => {
    const index = createVectorIndex(2);
    index.add('a', vectorOf(1, 2));
    expect(() => index.add('b', vectorOf(1, 2, 3))).toThrow('has 3 dimensions; this index holds vectors of 2');
    expect(() => index.add('a', vectorOf(1, Number.NaN))).toThrow('has NaN at index 1');
    expect(() => index.search(vectorOf(Number.POSITIVE_INFINITY, 0), 1)).toThrow('has Infinity at index 0');
    expect(() => index.search(vectorOf(1, 0), -1)).toThrow('k is -1');
    expect(() => createVectorIndex(0)).toThrow('dimensions is 0');
    expect([index.size, index.get('a')]).toEqual([1, vectorOf(1, 2)]);
  });

  it('agrees with a full sort whatever is added, replaced and removed, with and without WebAssembly', () => {
    const step = fc.record({
      id: fc.nat({ max: 40 }),
      removes: fc.boolean(),
      seed: fc.nat(),
      scale: fc.integer({ min: -20, max: 20 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 35 }),
        fc.array(step, { maxLength: 120 }),
        fc.nat({ max: 12 }),
        (dimensions, steps, k) => {
          const indexes = [
            createVectorIndex<number>(dimensions),
            indexVectors<number>(dimensions, createPlainRowCeilings(dimensions)),
          ];
          const held = new Map<number, Float32Array>();
          for (const { id, removes, seed, scale } of steps) {
            const vector = randomVector(seed, dimensions, 2 ** scale);
            if (removes) held.delete(id);
            else held.set(id, vector);
            for (const index of indexes)
              if (removes) index.remove(id);
              else index.add(id, vector);
          }
          const query = randomVector(k, dimensions, 1);
          for (const index of indexes) expectSameScores(index, query, k, held);
          expect(indexes[0]?.search(query, k)).toEqual(indexes[1]?.search(query, k));
        },
      ),
    );
  });

  it('agrees with a full sort over several blocks of rows', () => {
    const index = createVectorIndex<number>(24);
    const held = new Map<number, Float32Array>();
    for (let id = 0; id < 9001; id++) held.set(id, randomVector(id, 24, 1));
    for (const [id, vector] of held) index.add(id, vector);
    for (let id = 0; id < 9001; id += 3) {
      held.delete(id);
      index.remove(id);
    }
    for (const seed of [1, 2, 3]) expectSameScores(index, randomVector(-seed, 24, 1), 50, held);
  });
});

function randomVector(seed: number, dimensions: number, scale: number): Float32Array {
  const next = seededNumbers(seed);
  return Float32Array.from({ length: dimensions }, () => (next() - 0.5) * scale);
}

function expectSameScores(
  index: VectorIndex<number>,
  query: Float32Array,
  k: number,
  held: ReadonlyMap<number, Float32Array>,
): void {
  const sorted = [...held]
    .map(
      ([id, vector]): Match<number> => ({
        id,
        score: vector.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0),
      }),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, k);
  const found = index.search(query, k);
  expect(found).toHaveLength(sorted.length);
  for (const [rank, { id, score }] of found.entries()) {
    const wanted = sorted[rank]?.score ?? Number.NaN;
    expect(Math.abs(score - wanted)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(wanted)));
    expect(held.has(id)).toBe(true);
  }
}
