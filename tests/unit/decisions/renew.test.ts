import { describe, expect, it } from 'vitest';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { openTestGraph } from '../../support/test-graph.js';

const ID = '20260101-120000-abcdef';
const partial = deliberationRecord({ id: ID, status: 'partial', winner: null, at: '2026-01-01T12:00:00.000Z' });
const whole = deliberationRecord({ id: ID, winner: 'SQLite', at: '2026-01-03T12:00:00.000Z' });

describe('a decision whose deliberation was continued', () => {
  it('has the new result and keeps its neighbors', async () => {
    const graph = await openTestGraph();
    const other = await graph.remember(deliberationRecord({ at: '2026-01-02T12:00:00.000Z' }));
    await graph.remember(partial);
    await graph.drain();
    const before = await graph.neighborsOf(ID);
    expect(before).toHaveLength(1);
    expect(await graph.get(other?.id ?? '')).toMatchObject({ duplicateOf: ID });

    const renewed = await graph.remember(whole, { isRenewed: true });
    expect(renewed).toMatchObject({
      id: ID,
      winningOption: 'SQLite',
      resultStatus: 'complete',
      duplicateOf: other?.id,
    });
    expect(renewed?.stances.map(({ option }) => option)).toEqual(['SQLite', 'SQLite']);
    expect(await graph.neighborsOf(ID)).toEqual(before);
    // It was decided later than the other one now, so it is the one that repeats.
    expect(await graph.get(other?.id ?? '')).toMatchObject({ duplicateOf: null });
    expect(await graph.count()).toBe(2);
    await graph.close();
  });

  it('stays as it was judged', async () => {
    const graph = await openTestGraph();
    await graph.remember(partial);
    await graph.setOutcome(ID, { outcome: 'right' });
    expect(await graph.remember(whole, { isRenewed: true })).toMatchObject({ winningOption: null });
    await graph.close();
  });
});
