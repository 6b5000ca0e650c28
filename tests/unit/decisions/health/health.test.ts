import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { examineGraph, withGrowthWatch } from '../../../../src/decisions/health/graph-health.js';
import type { DecisionGraph } from '../../../../src/decisions/index.js';
import type { Logger } from '../../../../src/kernel/logger.js';
import { deliberationRecord } from '../../../support/deliberation-record.js';
import { scratchFolder } from '../../../support/scratch-folder.js';
import { movableClock, openTestGraph } from '../../../support/test-graph.js';

const now = new Date('2026-06-01T00:00:00Z');

describe('the health of the graph', () => {
  it('is reported with its size and growth', async () => {
    const graph = await openTestGraph();
    await graph.remember(deliberationRecord({ at: '2026-05-30T10:00:00Z' }));
    await graph.remember(deliberationRecord({ at: '2026-05-10T10:00:00Z' }));
    await graph.remember(deliberationRecord({ at: '2025-05-10T10:00:00Z' }));
    expect(await examineGraph(graph, now)).toMatchObject({
      status: 'healthy',
      problems: [],
      stats: { decisions: 3, archived: 0 },
      growth: { last_7_days: 1, last_30_days: 2, per_day: 0.07, days_until_full: 74955 },
    });
    await graph.close();
  });

  it('asks for attention near five thousand decisions and names the command that helps', async () => {
    const graph = await openTestGraph();
    const stats = await graph.stats();
    const large = { ...graph, stats: async () => ({ ...stats, decisions: 4_700, archived: 200 }) };
    const { status, problems } = await examineGraph(large, now);
    expect(status).toBe('attention');
    expect(problems[0]).toContain('4500 decisions are in recall');
    expect(problems[0]).toContain('witan decisions archive --older-than 365d');
    const archived = { ...graph, stats: async () => ({ ...stats, decisions: 4_700, archived: 201 }) };
    expect((await examineGraph(archived, now)).status).toBe('healthy');
    await graph.close();
  });

  it('is damaged when the file is, and says how to rebuild it', async () => {
    const file = path.join(scratchFolder('damaged'), 'decisions.db');
    const first = await openTestGraph({ file });
    for (let at = 0; at < 30; at++) await first.remember(deliberationRecord({ consensus: 'x'.repeat(1500) }));
    await first.drain();
    await first.close();
    const handle = openSync(file, 'r+');
    // Not the first pages: they hold the schema, without which nothing opens at all.
    writeSync(handle, Buffer.alloc(3 * 4096, 0x5a), 0, 3 * 4096, 40 * 4096);
    closeSync(handle);
    const graph = await openTestGraph({ file, readOnly: true });
    const faults = await graph.check();
    expect(faults.length).toBeGreaterThan(0);
    await graph.close();
    const healthy = await openTestGraph();
    const { status, problems } = await examineGraph({ ...healthy, check: async () => faults }, now);
    expect(status).toBe('damaged');
    expect(problems[0]).toContain('`witan decisions import transcripts`');
    await healthy.close();
  });
});

describe('the log', () => {
  /** A graph that holds as many decisions as the test says, and stores none. */
  async function watched(counts: readonly number[], archived = 0) {
    const events: string[] = [];
    const messages: unknown[] = [];
    const logger: Logger = {
      log: (_level, event, details) => {
        events.push(event);
        messages.push(details?.message);
      },
    };
    const real = await openTestGraph();
    let at = 0;
    const graph: DecisionGraph = {
      ...real,
      remember: async () => {
        at += 1;
        return null;
      },
      count: async (options = {}) => (counts[at - 1] ?? 0) - (options.archived === 'without' ? archived : 0),
    };
    const watching = withGrowthWatch(graph, { logger, clock: movableClock() });
    for (const _ of counts) await watching.remember(deliberationRecord());
    await real.close();
    return { events, messages };
  }

  it('has the figures at every hundredth decision and the growth at every five hundredth', async () => {
    expect((await watched([98, 99, 100, 101])).events).toEqual(['decisions.stats']);
    expect((await watched([499, 500])).events).toEqual(['decisions.stats', 'decisions.growth']);
  });

  it('has them of a database that really grows', async () => {
    const logged = new Map<string, unknown[]>();
    const logger: Logger = {
      log: (_level, event, details) => {
        logged.set(event, [...(logged.get(event) ?? []), details?.decisions ?? details?.last_7_days]);
      },
    };
    const real = await openTestGraph();
    const graph = withGrowthWatch(real, { logger, clock: movableClock() });
    for (let at = 0; at < 505; at++) {
      await graph.remember(deliberationRecord({ question: `What about subject ${at}?`, at: '2026-05-31T10:00:00Z' }));
    }
    expect(logged).toEqual(
      new Map([
        ['decisions.stats', [100, 200, 300, 400, 500]],
        ['decisions.growth', [500]],
      ]),
    );
    await real.close();
  });

  it('misses no hundred that another process has passed', async () => {
    expect((await watched([98, 103])).events).toEqual(['decisions.stats']);
  });

  it('warns from 4,500 decisions in recall on, with the command that archives', async () => {
    const { events, messages } = await watched([4_499, 4_500]);
    expect(events.at(-1)).toBe('decisions.nearly_full');
    expect(messages.at(-1)).toContain('`witan decisions archive --older-than 365d`');
    expect((await watched([4_499, 4_500], 10)).events).not.toContain('decisions.nearly_full');
  });

  it('says when decisions could not be counted, although they are stored', async () => {
    const events: string[] = [];
    const real = await openTestGraph();
    const graph = withGrowthWatch(
      { ...real, count: () => Promise.reject(new Error('locked')) },
      { logger: { log: (_level, event) => events.push(event) }, clock: movableClock() },
    );
    expect(await graph.remember(deliberationRecord({ id: 'kept' }))).toMatchObject({ id: 'kept' });
    expect(events).toEqual(['decisions.not_counted']);
    await real.close();
  });
});
