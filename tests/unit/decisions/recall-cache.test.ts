import { describe, expect, it } from 'vitest';
import { deliberationRecord, GRAPH_SETTINGS } from '../../support/deliberation-record.js';
import { movableClock, openTestGraph } from '../../support/test-graph.js';

const QUEUE = 'Should the job queue use PostgreSQL or SQLite?';
const PAINT = 'Which color should the office door have?';

describe('the cache of recalls', () => {
  it('answers the same question again until it expires', async () => {
    const clock = movableClock();
    const graph = await openTestGraph({ clock });
    await graph.remember(deliberationRecord({ question: QUEUE }));
    const first = await graph.recall(QUEUE);
    expect(first.fromCache).toBe(false);
    expect(await graph.recall(`  ${QUEUE.toLowerCase()}`)).toEqual({ ...first, fromCache: true });
    clock.advance(GRAPH_SETTINGS.queryTtlMs);
    expect((await graph.recall(QUEUE)).fromCache).toBe(false);
    expect((await graph.stats()).caches).toEqual({
      queries: { hits: 1, misses: 2, size: 1 },
      embeddings: expect.objectContaining({ hits: 1 }),
    });
    await graph.close();
  });

  it('keeps projects apart', async () => {
    const graph = await openTestGraph();
    await graph.remember(deliberationRecord({ question: QUEUE }));
    await graph.recall(QUEUE, { workingDirectory: '/projects/shop' });
    expect((await graph.recall(QUEUE, { workingDirectory: '/projects/blog' })).fromCache).toBe(false);
    await graph.close();
  });

  it('forgets an answer that a new decision changes, and keeps the others', async () => {
    const graph = await openTestGraph();
    await graph.remember(deliberationRecord({ id: 'queue', question: QUEUE }));
    await graph.remember(deliberationRecord({ id: 'door', question: PAINT }));
    await graph.recall(QUEUE);
    await graph.recall(PAINT);
    await graph.remember(deliberationRecord({ id: 'later', question: 'PostgreSQL or SQLite for the job queue?' }));
    const { fromCache, matches } = await graph.recall(QUEUE);
    expect(fromCache).toBe(false);
    expect(matches.map(({ decision }) => decision.id)).toContain('later');
    expect((await graph.recall(PAINT)).fromCache).toBe(true);
    await graph.close();
  });

  it('forgets that nothing was found as soon as something could be', async () => {
    const graph = await openTestGraph();
    await graph.remember(deliberationRecord({ question: PAINT }));
    expect((await graph.recall(QUEUE)).matches).toEqual([]);
    await graph.remember(deliberationRecord({ question: QUEUE }));
    expect((await graph.recall(QUEUE)).matches).toHaveLength(1);
    await graph.close();
  });

  it.each([
    ['judged', (graph: Graph) => graph.setOutcome('queue', { outcome: 'wrong' })],
    ['archived', (graph: Graph) => graph.archive({ ids: ['queue'] })],
    ['deleted', (graph: Graph) => graph.delete('queue')],
  ])('forgets an answer whose decision was %s', async (_, change) => {
    const graph = await openTestGraph();
    await graph.remember(deliberationRecord({ id: 'queue', question: QUEUE }));
    const before = await graph.recall(QUEUE);
    await change(graph);
    const after = await graph.recall(QUEUE);
    expect(after.fromCache).toBe(false);
    expect(after.text).not.toBe(before.text);
    await graph.close();
  });

  it('keeps no more answers than allowed, and none with a size of 0', async () => {
    const small = await openTestGraph({ settings: { ...GRAPH_SETTINGS, queryCacheSize: 1, embeddingCacheSize: 0 } });
    await small.remember(deliberationRecord({ question: QUEUE }));
    await small.recall(QUEUE);
    await small.recall(PAINT);
    expect((await small.recall(QUEUE)).fromCache).toBe(false);
    expect((await small.stats()).caches).toMatchObject({ queries: { size: 1 }, embeddings: { size: 0 } });
    await small.close();
  });
});

type Graph = Awaited<ReturnType<typeof openTestGraph>>;
