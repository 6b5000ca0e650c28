import { describe, expect, it } from 'vitest';
import { cluster } from '../../../../src/semantics/clustering/cluster.js';
import { clouds, pointsOf } from './random-points.js';

const repeated = (row: number[], times: number): number[][] => Array.from({ length: times }, () => row);

describe('clustering of points that coincide', () => {
  it('makes points that coincide a cluster with full membership', () => {
    const rows = [...repeated([0, 0], 10), ...repeated([5, 5], 10), ...repeated([6, 5], 10)];
    const { labels, probabilities } = cluster(pointsOf(rows, 2), { minClusterSize: 5, minSamples: 4 });
    expect(new Set(labels.subarray(0, 10))).toEqual(new Set([labels[0]]));
    expect(new Set(labels)).toEqual(new Set([0, 1, 2]));
    expect(new Set(probabilities)).toEqual(new Set([1]));
  });

  it('keeps the membership of their neighbors above zero', () => {
    const { data, dimensions } = clouds(1, 60, 2, 1);
    const rows = Array.from({ length: 60 }, (_, row) => [...data.subarray(row * dimensions, (row + 1) * dimensions)]);
    const far = repeated([200, 200], 1).concat(rows.slice(0, 30).map(([x = 0, y = 0]) => [x + 200, y]));
    const points = pointsOf([...rows, ...repeated(rows[0] as number[], 3), ...far], 2);
    const { labels, probabilities } = cluster(points, { minClusterSize: 10, minSamples: 4 });
    const members = [...labels.entries()].filter(([, label]) => label === labels[0] && label >= 0);
    expect(members.length).toBeGreaterThan(20);
    for (const [point] of members) expect(probabilities[point]).toBeGreaterThan(0);
  });

  it('finds no cluster if all coincide, and one if a single cluster is allowed', () => {
    const points = pointsOf(repeated([1, 2, 3], 20), 3);
    const options = { minClusterSize: 5, minSamples: 4 };
    expect(new Set(cluster(points, options).labels)).toEqual(new Set([-1]));
    const single = cluster(points, { ...options, allowSingleCluster: true });
    expect(new Set(single.labels)).toEqual(new Set([0]));
    expect(new Set(single.probabilities)).toEqual(new Set([1]));
  });
});

describe('clustering of too few points', () => {
  it.each([
    { count: 0, minClusterSize: 5, minSamples: 4 },
    { count: 1, minClusterSize: 2, minSamples: 1 },
    { count: 4, minClusterSize: 5, minSamples: 2 },
    { count: 6, minClusterSize: 5, minSamples: 7 },
  ])('calls all of them noise: $count points, $minClusterSize/$minSamples', ({ count, ...options }) => {
    const { labels, probabilities, stabilities } = cluster(clouds(3, count, 2, 1), options);
    expect([...labels]).toEqual(Array.from({ length: count }, () => -1));
    expect([...probabilities]).toEqual(Array.from({ length: count }, () => 0));
    expect(stabilities).toHaveLength(0);
  });
});

describe('clustering of wrong input', () => {
  const options = { minClusterSize: 5, minSamples: 4 };

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('reports the point that has %d', (wrong) => {
    const data = new Float32Array(30).fill(1);
    data[7] = wrong;
    expect(() => cluster({ data, dimensions: 3 }, options)).toThrow(`point 2 has ${wrong} at index 1`);
  });

  it.each([
    [{ minClusterSize: 1 }, 'minClusterSize is 1; it must be a whole number of at least 2'],
    [{ minClusterSize: 5, minSamples: 0 }, 'minSamples is 0'],
    [{ minClusterSize: 2.5 }, 'minClusterSize is 2.5'],
  ])('names the option and its value: %o', (wrong, message) => {
    expect(() => cluster(clouds(1, 30, 2, 1), wrong)).toThrow(message);
  });

  it('refuses numbers that are not whole points', () => {
    expect(() => cluster({ data: new Float32Array(31), dimensions: 3 }, options)).toThrow('31 numbers are not whole');
  });
});

describe('a running clustering', () => {
  it('ends with an AbortError as soon as its signal is aborted', () => {
    const caller = new AbortController();
    const seen: number[] = [];
    const onProgress = (done: number): void => {
      seen.push(done);
      if (done > 0.3) caller.abort();
    };
    const options = { minClusterSize: 5, signal: caller.signal, onProgress };
    const run = (): unknown => cluster(clouds(1, 900, 8, 3), options);
    expect(run).toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(seen.at(-1)).toBeLessThan(0.6);
  });

  it('does not begin if the signal is aborted already', () => {
    const run = (): unknown => cluster(clouds(1, 50, 2, 2), { minClusterSize: 5, signal: AbortSignal.abort() });
    expect(run).toThrow(expect.objectContaining({ name: 'AbortError' }));
  });

  it('reports progress that only grows, from 0 to 1', () => {
    const seen: number[] = [];
    cluster(clouds(1, 400, 8, 3), { minClusterSize: 5, onProgress: (done) => seen.push(done) });
    expect(seen[0]).toBe(0);
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });
});
