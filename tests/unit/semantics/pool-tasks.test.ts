import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type Pool } from '../../../src/semantics/pool/create-pool.js';
import { bundleWorker } from '../../support/bundle-worker.js';

let pool: Pool;
beforeAll(async () => {
  pool = createPool({ workerFile: await bundleWorker('src/semantics/pool/worker.ts'), threads: 1 });
});
afterAll(() => pool.close());

describe('the tasks of the semantics worker', () => {
  it('find the nearest rows of each query, and tell where there are too few', async () => {
    const { rows, scores } = await pool.run('nearest', {
      rows: Float32Array.of(1, 0, 0, 1),
      queries: Float32Array.of(0.6, 0.8, 1, 0),
      dimensions: 2,
      k: 3,
    });
    expect([...rows]).toEqual([1, 0, -1, 0, 1, -1]);
    expect(scores[0]).toBeCloseTo(0.8, 5);
  });

  it('refuse rows that are cut off', async () => {
    const cut = { rows: Float32Array.of(1, 0, 1), queries: Float32Array.of(1, 0), dimensions: 2, k: 1 };
    await expect(pool.run('nearest', cut)).rejects.toThrow('3 numbers are no whole vectors of 2 dimensions');
  });

  it('embed a batch into one array of unit vectors', async () => {
    const { data, dimensions } = await pool.run('embed-batch', { texts: ['a cache', 'two caches', 'a cache'] });
    expect(data.length).toBe(3 * dimensions);
    expect(Math.hypot(...data.subarray(0, dimensions))).toBeCloseTo(1, 5);
    expect(data.subarray(0, dimensions)).toEqual(data.subarray(2 * dimensions));
  });

  it('cluster, and tell how far they have come', async () => {
    const data = Float32Array.from({ length: 200 }, (_, at) => (at % 2) * 10 + Math.sin(at) / 10);
    const seen: number[] = [];
    const onProgress = (done: number) => seen.push(done);
    const { labels } = await pool.run('cluster', { data, dimensions: 1, minClusterSize: 5 }, { onProgress });
    const labelsOf = (side: number) => labels.filter((label, at) => label >= 0 && at % 2 === side);
    expect(labelsOf(0).some((label) => labelsOf(1).includes(label))).toBe(false);
    expect(Math.max(...labels)).toBeGreaterThan(0);
    expect(seen.at(-1)).toBeGreaterThan(0);
    expect(data.length).toBe(0);
  });
});
