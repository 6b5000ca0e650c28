import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DecisionGraph } from '../../../../src/decisions/index.js';
import { findContradictions } from '../../../../src/decisions/query/find-contradictions.js';
import { deliberationRecord } from '../../../support/deliberation-record.js';
import { openTestGraph } from '../../../support/test-graph.js';

const request = { limit: 5, threshold: 0.6, archived: 'without' } as const;

describe('contradictions', () => {
  let graph: DecisionGraph;
  beforeEach(async () => {
    graph = await openTestGraph();
  });
  afterEach(() => graph.close());

  const decide = (id: string, question: string, winner: string | null, at: string) =>
    graph.remember(deliberationRecord({ id, question, winner, at }));
  const QUESTION = 'Should the job queue use PostgreSQL or SQLite?';

  it('are similar questions whose winners really differ, the earlier one first', async () => {
    await decide('new', 'PostgreSQL or SQLite for the queue of jobs?', 'SQLite', '2026-03-01T10:00:00Z');
    await decide('old', QUESTION, 'PostgreSQL', '2026-01-01T10:00:00Z');
    await decide('other', 'What color should the logo of the shop have?', 'Blue', '2026-02-01T10:00:00Z');
    const answer = await findContradictions(graph, request);
    expect(answer.results).toHaveLength(1);
    expect(answer.results[0]).toMatchObject({
      decision_id_1: 'old',
      decision_id_2: 'new',
      winning_option_1: 'PostgreSQL',
      winning_option_2: 'SQLite',
      severity: 'not judged',
    });
    expect(answer.results[0]?.description).toContain('"PostgreSQL" on 2026-01-01, then "SQLite" on 2026-03-01');
    expect(answer.more).toBe(false);
  });

  it.each([
    ['PostgreSQL', 'Use Postgres'],
    ['Use feature flags', 'We should use feature flags'],
    ['PostgreSQL', 'postgresql'],
  ])('are not found if %s is only worded as %s', async (one, other) => {
    await decide('one', QUESTION, one, '2026-01-01T10:00:00Z');
    await decide('two', `${QUESTION} Once more.`, other, '2026-02-01T10:00:00Z');
    expect((await findContradictions(graph, request)).results).toEqual([]);
  });

  it('are not found between a choice and the refusal of another one', async () => {
    await decide('one', QUESTION, 'PostgreSQL', '2026-01-01T10:00:00Z');
    await decide('two', QUESTION, 'Do not use SQLite', '2026-02-01T10:00:00Z');
    expect((await findContradictions(graph, request)).results).toEqual([]);
  });

  it('are not found if one choice only says more than the other', async () => {
    await decide('one', QUESTION, 'SQLite', '2026-01-01T10:00:00Z');
    await decide('two', QUESTION, 'SQLite with WAL', '2026-02-01T10:00:00Z');
    expect((await findContradictions(graph, request)).results).toEqual([]);
  });

  it('are not found if one of the two had no winner', async () => {
    await decide('one', QUESTION, null, '2026-01-01T10:00:00Z');
    await decide('two', QUESTION, 'SQLite', '2026-02-01T10:00:00Z');
    expect((await findContradictions(graph, request)).count).toBe(0);
  });

  it('end when the earlier one is recorded as superseded by the later one', async () => {
    await decide('one', QUESTION, 'PostgreSQL', '2026-01-01T10:00:00Z');
    await decide('two', QUESTION, 'SQLite', '2026-02-01T10:00:00Z');
    expect((await findContradictions(graph, request)).count).toBe(1);
    await graph.setOutcome('one', { outcome: 'superseded', supersededBy: 'two' });
    expect((await findContradictions(graph, request)).count).toBe(0);
  });

  it('A pair says nothing about which of the two to follow, whatever was recorded.', async () => {
    await decide('one', QUESTION, 'PostgreSQL', '2026-01-01T10:00:00Z');
    await decide('two', QUESTION, 'SQLite', '2026-02-01T10:00:00Z');
    await graph.setOutcome('two', { outcome: 'wrong' });
    const [pair] = (await findContradictions(graph, request)).results;
    expect(pair?.description).toBe(
      'candidate, not judged: similar questions (1.00) chose "PostgreSQL" on 2026-01-01, then "SQLite" on 2026-02-01',
    );
  });

  it('are shown for archived decisions only on request', async () => {
    await decide('one', QUESTION, 'PostgreSQL', '2026-01-01T10:00:00Z');
    await decide('two', QUESTION, 'SQLite', '2026-02-01T10:00:00Z');
    await graph.archive({ ids: ['one'] });
    expect((await findContradictions(graph, request)).count).toBe(0);
    expect((await findContradictions(graph, { ...request, archived: 'with' })).count).toBe(1);
  });
});
