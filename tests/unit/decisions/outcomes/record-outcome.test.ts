import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DecisionGraph } from '../../../../src/decisions/index.js';
import { recordOutcome } from '../../../../src/decisions/outcomes/record-outcome.js';
import { deliberationRecord } from '../../../support/deliberation-record.js';
import { openTestGraph } from '../../../support/test-graph.js';

describe('recording an outcome', () => {
  let graph: DecisionGraph;
  beforeEach(async () => {
    graph = await openTestGraph();
    for (const [at, id] of ['first', 'second', 'third'].entries()) {
      await graph.remember(deliberationRecord({ id, at: `2026-0${at + 1}-01T10:00:00Z` }));
    }
  });
  afterEach(() => graph.close());

  it('says what was recorded, of what, and what it replaced', async () => {
    const recorded = await recordOutcome(graph, { decision_id: 'fir', outcome: 'right', note: ' it held ' });
    expect(recorded).toMatchObject({
      decision_id: 'first',
      question: 'Should the job queue use PostgreSQL or SQLite?',
      winning_option: 'PostgreSQL',
      outcome: 'right',
      note: 'it held',
      superseded_by: null,
      replaced: null,
    });
    const again = await recordOutcome(graph, { decision_id: 'first', outcome: 'wrong' });
    expect(again).toMatchObject({ outcome: 'wrong', note: null, replaced: { outcome: 'right', note: 'it held' } });
  });

  it('finds the decision that replaced it by the beginning of its id', async () => {
    const recorded = await recordOutcome(graph, { decision_id: 'first', outcome: 'superseded', superseded_by: 'sec' });
    expect(recorded.superseded_by).toBe('second');
  });

  it('refuses a circle of successors, however long', async () => {
    const graphAt = (id: string, at: string) => deliberationRecord({ id, at });
    await graph.remember(graphAt('same1', '2026-05-01T10:00:00Z'));
    await graph.remember(graphAt('same2', '2026-05-01T10:00:00Z'));
    await graph.remember(graphAt('same3', '2026-05-01T10:00:00Z'));
    const supersede = (decision_id: string, superseded_by: string) =>
      recordOutcome(graph, { decision_id, outcome: 'superseded', superseded_by });
    await supersede('same1', 'same2');
    await supersede('same2', 'same3');
    await expect(supersede('same3', 'same1')).rejects.toThrow(
      'superseded_by "same1" was itself superseded by "same3"; correct that outcome first',
    );
  });

  it.each([
    [{ outcome: 'rihgt' }, 'outcome: "rihgt" is not one of right, wrong, superseded, mixed; did you mean "right"?'],
    [{ outcome: 'superseded', superseded_by: 'first' }, 'superseded_by "first" was decided before "second"'],
    [{ outcome: 'superseded', superseded_by: 'second' }, 'superseded_by is "second" itself'],
    [{ outcome: 'superseded', superseded_by: 'thirt' }, 'there is no decision "thirt"; did you mean "third"?'],
    [{ outcome: 'right', superseded_by: 'third' }, 'a decision that proved right was not replaced'],
    [{ outcome: 'right', decision_id: '' }, 'decision_id is empty; give the id of a decision'],
    [{ outcome: 'superseded', superseded_by: ' ' }, 'superseded_by is empty'],
    [{ outcome: 'right', note: 'x'.repeat(2001) }, 'note: 2001 characters are too many'],
  ])('refuses %j and changes nothing', async (request, message) => {
    await expect(recordOutcome(graph, { decision_id: 'second', ...request })).rejects.toThrow(message);
    expect((await graph.get('second'))?.outcome).toBeNull();
  });
});
