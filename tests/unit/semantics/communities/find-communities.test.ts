import { describe, expect, it } from 'vitest';
import { findCommunities } from '../../../../src/semantics/communities/find-communities.js';
import { adjustedRandIndex } from '../../../support/adjusted-rand-index.js';
import { createRandom } from '../../../support/themed-entries.js';

const DIMENSIONS = 24;

describe('findCommunities', () => {
  it('finds planted groups among noise', () => {
    const { points, groups } = plant({ groups: 5, size: 24, noise: 30, spread: 0.25 });
    const { labels, probabilities } = findCommunities(points, { minClusterSize: 3 });
    expect(adjustedRandIndex(groups, labels)).toBeGreaterThan(0.7);
    expect([...probabilities]).toEqual(Array.from(labels, (label) => (label < 0 ? 0 : 1)));
  });

  it('keeps a large group together', () => {
    const { points, groups } = plant({ groups: 2, size: 300, noise: 0, spread: 0.2 });
    expect(adjustedRandIndex(groups, findCommunities(points, { minClusterSize: 5 }).labels)).toBeGreaterThan(0.95);
  });

  it('gives the same labels each time', () => {
    const { points } = plant({ groups: 4, size: 20, noise: 20, spread: 0.3 });
    const run = () => findCommunities(points, { minClusterSize: 3, splitsLarge: true }).labels;
    expect(run()).toEqual(run());
  });

  it('puts points that coincide into one cluster, however many there are', () => {
    const one = [1, 0, 0];
    const other = [0, 1, 0];
    const data = Float32Array.from([...Array<number[]>(60).fill(one), ...Array<number[]>(40).fill(other)].flat());
    const { labels } = findCommunities({ data, dimensions: 3 }, { minClusterSize: 3 });
    expect([...labels]).toEqual([...Array<number>(60).fill(0), ...Array<number>(40).fill(1)]);
  });

  it('makes noise of groups below the smallest size and of points without a direction', () => {
    const data = Float32Array.from([1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0]);
    const { labels } = findCommunities({ data, dimensions: 2 }, { minClusterSize: 3 });
    expect([...labels]).toEqual([-1, -1, 0, 0, 0, -1]);
  });

  it('accepts no points, and refuses a number that is not finite', () => {
    expect(findCommunities({ data: new Float32Array(0), dimensions: 2 }, { minClusterSize: 3 }).labels).toHaveLength(0);
    const data = Float32Array.from([1, 0, Number.NaN, 1]);
    expect(() => findCommunities({ data, dimensions: 2 }, { minClusterSize: 3 })).toThrow(RangeError);
  });

  it('reports progress at most a hundred and one times', () => {
    const { points } = plant({ groups: 4, size: 300, noise: 10, spread: 0.2 });
    const reports: number[] = [];
    findCommunities(points, { minClusterSize: 3, onProgress: (done) => reports.push(done) });
    expect(reports.length).toBeGreaterThan(10);
    expect(reports.length).toBeLessThanOrEqual(101);
  });

  it('can be cancelled after all pairs have been compared', () => {
    const { points } = plant({ groups: 4, size: 60, noise: 10, spread: 0.2 });
    const cancelled = new AbortController();
    const onProgress = (done: number) => done === 1 && cancelled.abort();
    const run = () => findCommunities(points, { minClusterSize: 3, signal: cancelled.signal, onProgress });
    expect(run).toThrow(/cancelled/);
  });
});

interface Planted {
  readonly groups: number;
  readonly size: number;
  readonly noise: number;
  readonly spread: number;
}

/** Points around random directions, and noise in all directions. */
function plant({ groups, size, noise, spread }: Planted) {
  const random = createRandom(7);
  const anywhere = () => Array.from({ length: DIMENSIONS }, () => random() + random() + random() - 1.5);
  const centers = Array.from({ length: groups }, anywhere);
  const planted = Array.from({ length: groups * size + noise }, (_, at) => (at < groups * size ? at % groups : -1));
  const data = Float32Array.from(
    planted.flatMap((group) => {
      const offset = anywhere();
      return centers[group]?.map((value, at) => value * 0.5 + (offset[at] as number) * spread * 2) ?? offset;
    }),
  );
  return { points: { data, dimensions: DIMENSIONS }, groups: planted };
}
