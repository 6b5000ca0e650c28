import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type Pool, type PoolOptions } from '../../../src/semantics/pool/create-pool.js';
import { PoolError } from '../../../src/semantics/pool/pool-error.js';
import type { HostileTasks } from '../../fixtures/pool/hostile-worker.js';
import { bundleWorker } from '../../support/bundle-worker.js';
import { until } from '../../support/loopback-model-server.js';

let hostileWorker: string;
let pool: Pool<HostileTasks>;

beforeAll(async () => {
  hostileWorker = await bundleWorker('tests/fixtures/pool/hostile-worker.ts');
});
afterEach(() => pool.close());

const open = (options: PoolOptions = {}) => {
  pool = createPool<HostileTasks>({ workerFile: hostileWorker, threads: 1, ...options });
  return pool;
};
const flag = () => new Int32Array(new SharedArrayBuffer(4));
const values = (...numbers: number[]) => ({ values: Float32Array.from(numbers) });

describe('the worker pool', () => {
  it('has no thread until the first task', async () => {
    expect(open().isStarted).toBe(false);
    await pool.run('double', values(1));
    expect(pool.isStarted).toBe(true);
  });

  it('moves arrays in and out instead of copying them', async () => {
    const input = values(1, 2, 3);
    const output = await open().run('double', input);
    expect([...output.values]).toEqual([2, 4, 6]);
    expect(input.values.length).toBe(0);
  });

  it('passes on the error of a task as it was thrown, and the thread stays', async () => {
    const refused = open().run('refuse', {});
    await expect(refused).rejects.toThrow(RangeError);
    await expect(refused).rejects.toThrow('seven is not allowed');
    expect([...(await pool.run('double', values(4))).values]).toEqual([8]);
  });

  it.each(['exit', 'explode'] as const)(
    'fails only the task when its worker crashes (%s), and continues',
    async (crash) => {
      const crashed = open().run(crash, {});
      const next = pool.run('double', values(4));
      await expect(crashed).rejects.toMatchObject({ name: 'PoolError', kind: 'worker_crashed' });
      expect([...(await next).values]).toEqual([8]);
    },
  );

  it('fails a task whose worker cannot even be loaded', async () => {
    open({ workerFile: `${hostileWorker}.missing.mjs` });
    await expect(pool.run('double', values(1))).rejects.toMatchObject({ kind: 'worker_crashed' });
    await expect(pool.run('double', values(1))).rejects.toMatchObject({ kind: 'worker_crashed' });
  });

  it('stops a running task when it is cancelled, though it never looks up from its work', async () => {
    const running = flag();
    const caller = new AbortController();
    const endless = open().run('spin', { flag: running }, { signal: caller.signal });
    const next = pool.run('double', values(5));
    await until(() => Atomics.load(running, 0) === 1, 'the task begins');
    caller.abort(new Error('no longer wanted'));
    await expect(endless).rejects.toThrow('no longer wanted');
    expect([...(await next).values]).toEqual([10]);
  });

  it('never begins a task that is cancelled while it waits', async () => {
    const gate = flag();
    const caller = new AbortController();
    const first = open().run('wait', { flag: gate });
    const started = flag();
    const second = pool.run('spin', { flag: started }, { signal: caller.signal });
    caller.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    release(gate);
    await first;
    await pool.run('double', values(1));
    expect(Atomics.load(started, 0)).toBe(0);
  });

  it('refuses a task that comes cancelled', async () => {
    await expect(open().run('double', values(1), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(pool.isStarted).toBe(false);
  });

  it('refuses more than its queue holds, also of tasks that can be cancelled', async () => {
    const gate = flag();
    const { signal } = new AbortController();
    open({ queueLimit: 2 });
    const accepted = [1, 2, 3].map(() => pool.run('wait', { flag: gate }, { signal }));
    const refused = pool.run('wait', { flag: gate }, { signal });
    await expect(refused).rejects.toThrow(PoolError);
    await expect(refused).rejects.toMatchObject({ kind: 'queue_full', message: expect.stringContaining('2 tasks') });
    release(gate);
    await Promise.all(accepted);
    await pool.run('double', values(1));
  });

  it('runs as many tasks at a time as it has threads', async () => {
    open({ threads: 2 });
    const [first, second] = [flag(), flag()];
    const caller = new AbortController();
    const both = [first, second].map((each) => pool.run('spin', { flag: each }, { signal: caller.signal }));
    await until(() => Atomics.load(first, 0) + Atomics.load(second, 0) === 2, 'both run');
    caller.abort();
    const ends = await Promise.allSettled(both);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('reports the progress of a task', async () => {
    const seen: number[] = [];
    await open().run('report', {}, { onProgress: (done) => seen.push(done) });
    expect(seen).toEqual([0.25, 0.5, 1]);
  });

  it('gives its workers nothing of the environment', async () => {
    expect(await open().run('environment', {})).toEqual({ names: [] });
  });

  it('ends running and waiting tasks when it is closed, and takes no more', async () => {
    const running = flag();
    const tasks = [open().run('spin', { flag: running }), pool.run('double', values(1))];
    const ends = Promise.allSettled(tasks);
    await until(() => Atomics.load(running, 0) === 1, 'the task begins');
    await pool.close();
    for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: { kind: 'closed' } });
    await expect(pool.run('double', values(1))).rejects.toMatchObject({ kind: 'closed' });
  });
});

function release(gate: Int32Array): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}
