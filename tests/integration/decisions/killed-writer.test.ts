import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { seedOr } from '../../support/seed.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { childrenOf, type StorageChild } from '../../support/storage-child.js';
import { openTestGraph } from '../../support/test-graph.js';

const KILLS = Number(process.env.WITAN_KILLS ?? 40);
const SEED = seedOr(0);
const AT_ONCE = 2;

let start: (...args: string[]) => StorageChild;

beforeAll(async () => {
  start = await childrenOf('tests/fixtures/decisions/child.ts');
});

describe.each(sqliteDrivers)('a decision graph with $name', (driver) => {
  it(`keeps every decision that it acknowledged when its process is killed, ${KILLS} times, and still links`, async () => {
    const file = path.join(scratchFolder('killed'), 'data', 'decisions.db');
    const acknowledged: string[] = [];

    // Some die while they create the file, some in the middle of a write, some while they find neighbors.
    async function lane(first: number): Promise<void> {
      for (let kill = first; kill < KILLS; kill += AT_ONCE) {
        const child = start(driver.name, 'remember', file, `writer ${kill}`, '100000');
        await child.said((SEED + kill * 5) % 23);
        child.process.kill('SIGKILL');
        expect((await child.ended).code).toBe('SIGKILL');
        acknowledged.push(...child.lines);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => lane(first)));

    const graph = await openTestGraph({ file, driver });
    expect(await graph.check()).toEqual([]);
    const stored = new Map<string, number>();
    for await (const { id, stances } of graph.all()) stored.set(id, stances.length);
    expect(acknowledged.length).toBeGreaterThan(KILLS * 4);
    expect(acknowledged.filter((id) => stored.get(id) !== 2)).toEqual([]);
    // One more of each may be there: it was stored, and its process died before it could say so.
    expect(stored.size - acknowledged.length).toBeLessThanOrEqual(KILLS);

    expect(await graph.drain({ maxMs: 60_000 })).toBe(true);
    expect((await graph.stats()).unlinked).toBe(0);
    const [last = ''] = acknowledged.slice(-1);
    expect(await graph.neighborsOf(last)).toHaveLength(20);
    await graph.close();
    reportCases(KILLS);
  }, 600_000);
});
