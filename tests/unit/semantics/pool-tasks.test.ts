import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type Pool } from '../../../src/semantics/pool/create-pool.js';
import { SHORT_TASKS } from '../../../src/semantics/pool/tasks.js';
import { bundleWorker } from '../../support/bundle-worker.js';

let pool: Pool;
beforeAll(async () => {
  pool = createPool({
    workerFile: await bundleWorker('src/semantics/pool/worker.ts'),
    threads: 1,
    shortTasks: SHORT_TASKS,
  });
});
afterAll(() => pool.close());

describe('the tasks of the semantics worker', () => {
  it('embed a batch into one array of unit vectors', async () => {
    const { data, dimensions } = await pool.run('embed-batch', { texts: ['a cache', 'two caches', 'a cache'] });
    expect(data.length).toBe(3 * dimensions);
    expect(Math.hypot(...data.subarray(0, dimensions))).toBeCloseTo(1, 5);
    expect(data.subarray(0, dimensions)).toEqual(data.subarray(2 * dimensions));
  });

  it('cluster, and report their progress', async () => {
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

  it('lay out points on a map', async () => {
    const data = Float32Array.from({ length: 80 }, (_, at) => Math.sin(at * 7.3));
    const { positions } = await pool.run('layout', { data, dimensions: 4, renew: true, seed: 1 });
    expect(positions).toHaveLength(40);
    expect(positions.every((value) => value >= 0 && value <= 1)).toBe(true);
  });

  it('embed while a long clustering is running', async () => {
    const data = Float32Array.from({ length: 20_000 * 32 }, (_, at) => Math.sin(at * 12.9898));
    const caller = new AbortController();
    let isClustered = false;
    let clustering: Promise<unknown> | undefined;
    await new Promise<void>((begun) => {
      const options = { signal: caller.signal, onProgress: () => begun() };
      clustering = pool.run('cluster', { data, dimensions: 32, minClusterSize: 5 }, options).finally(() => {
        isClustered = true;
      });
    });
    await pool.run('embed-batch', { texts: ['a cache'] });
    expect(isClustered).toBe(false);
    caller.abort();
    await expect(clustering).rejects.toMatchObject({ name: 'AbortError' });
  });
});
