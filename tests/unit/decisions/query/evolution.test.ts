import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DecisionGraph } from '../../../../src/decisions/index.js';
import { traceEvolution } from '../../../../src/decisions/query/trace-evolution.js';
import { deliberationRecord } from '../../../support/deliberation-record.js';
import { openTestGraph } from '../../../support/test-graph.js';

let graph: DecisionGraph;
beforeEach(async () => {
  graph = await openTestGraph();
});
afterEach(() => graph.close());

const QUESTION = 'Should the job queue use PostgreSQL or SQLite?';
const request = { limit: 10, threshold: 0.6, format: 'summary' } as const;

it('shows in order of time what changed, and why', async () => {
  await graph.remember(
    deliberationRecord({
      id: 'c',
      question: QUESTION,
      winner: 'PostgreSQL',
      at: '2026-03-01T10:00:00Z',
      rationale: 'Several workers write at once.',
    }),
  );
  await graph.remember(
    deliberationRecord({ id: 'a', question: QUESTION, winner: 'SQLite', at: '2026-01-01T10:00:00Z' }),
  );
  await graph.remember(
    deliberationRecord({
      id: 'b',
      question: 'SQLite or PostgreSQL for the queue of jobs?',
      winner: 'Use SQLite',
      at: '2026-02-01T10:00:00Z',
    }),
  );
  await graph.remember(deliberationRecord({ id: 'z', question: 'What color should the logo have?', winner: 'Blue' }));
  await graph.setOutcome('b', { outcome: 'wrong', note: 'It locked under load.' });
  const { results } = await traceEvolution(graph, { ...request, id: 'c' });
  expect(results.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  const [first, second, third] = results;
  expect(first).toMatchObject({ relation: 'repeats', changes: [], why: null });
  // "Use SQLite" is SQLite in other words.
  expect(second?.changes.map(({ what }) => what)).not.toContain('option');
  expect(third).toMatchObject({ relation: 'this', score: 1, confidence: 0.8 });
  expect(third?.changes).toContainEqual({ what: 'option', from: 'Use SQLite', to: 'PostgreSQL' });
  expect(third?.why).toContain('turned out wrong: It locked under load.');
  expect(third?.why).toContain('Several workers write at once.');
});

it('names other participants, another status and another confidence', async () => {
  const record = deliberationRecord({ id: 'a', question: QUESTION, winner: 'SQLite', at: '2026-01-01T10:00:00Z' });
  await graph.remember(record);
  const [vote] = record.voting_result?.votes_by_round ?? [];
  if (vote === undefined || record.voting_result === null) throw new Error('the record has votes');
  await graph.remember({
    ...record,
    deliberation_id: 'b',
    decided_at: '2026-02-01T10:00:00Z',
    participants: ['sonnet@claude', 'flash@gemini'],
    convergence_info: { status: 'majority_decision' },
    voting_result: { ...record.voting_result, votes_by_round: [{ ...vote, vote: { ...vote.vote, confidence: 0.5 } }] },
  });
  const { results } = await traceEvolution(graph, { ...request, id: 'a' });
  expect(results[1]?.changes).toEqual([
    { what: 'confidence', from: 0.8, to: 0.5 },
    { what: 'participants', from: 'gpt-6@codex, sonnet@claude', to: 'flash@gemini, sonnet@claude' },
    { what: 'status', from: 'unanimous_consensus', to: 'majority_decision' },
  ]);
});

it('follows what replaced a decision, however its question was worded', async () => {
  await graph.remember(
    deliberationRecord({ id: 'a', question: QUESTION, winner: 'SQLite', at: '2026-01-01T10:00:00Z' }),
  );
  await graph.remember(
    deliberationRecord({
      id: 'b',
      question: 'Do we rewrite the import in Rust?',
      winner: 'No',
      at: '2026-02-01T10:00:00Z',
    }),
  );
  await graph.setOutcome('a', { outcome: 'superseded', supersededBy: 'b' });
  const { results } = await traceEvolution(graph, { ...request, id: 'a' });
  expect(results.map(({ id, relation }) => [id, relation])).toEqual([
    ['a', 'this'],
    ['b', 'superseded_by'],
  ]);
});

it('follows what a decision replaced, step by step, however the questions were worded', async () => {
  for (const [at, question] of [
    QUESTION,
    'Do we rewrite the import in Rust?',
    'Who owns the billing code?',
  ].entries()) {
    await graph.remember(deliberationRecord({ id: `step-${at}`, question, at: `2026-0${at + 1}-01T10:00:00Z` }));
  }
  await graph.setOutcome('step-0', { outcome: 'superseded', supersededBy: 'step-1' });
  await graph.setOutcome('step-1', { outcome: 'wrong', supersededBy: 'step-2' });
  const { results } = await traceEvolution(graph, { ...request, id: 'step-2' });
  expect(results.map(({ id, relation }) => [id, relation])).toEqual([
    ['step-0', 'supersedes'],
    ['step-1', 'supersedes'],
    ['step-2', 'this'],
  ]);
});

it('says when there is nothing to compare with', async () => {
  await graph.remember(deliberationRecord({ id: 'only' }));
  expect((await traceEvolution(graph, { ...request, id: 'only' })).note).toContain('no other decision');
});

it('accepts the beginning of an id if it is unique, and otherwise lists candidates or the nearest', async () => {
  await graph.remember(deliberationRecord({ id: '20260101-101010-aaaaaa' }));
  await graph.remember(deliberationRecord({ id: '20260101-111111-bbbbbb' }));
  expect((await traceEvolution(graph, { ...request, id: '20260101-10' })).decision_id).toBe('20260101-101010-aaaaaa');
  await expect(traceEvolution(graph, { ...request, id: '20260101' })).rejects.toThrow(
    /several decisions begin with "20260101".*aaaaaa.*bbbbbb/,
  );
  await expect(traceEvolution(graph, { ...request, id: '20260101-101010-aaaaab' })).rejects.toThrow(
    'did you mean "20260101-101010-aaaaaa"?',
  );
});
