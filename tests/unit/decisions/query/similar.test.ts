import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DecisionGraph } from '../../../../src/decisions/index.js';
import { findSimilar } from '../../../../src/decisions/query/find-similar.js';
import { deliberationRecord } from '../../../support/deliberation-record.js';
import { openTestGraph } from '../../../support/test-graph.js';

let graph: DecisionGraph;
beforeEach(async () => {
  graph = await openTestGraph();
  await graph.remember(
    deliberationRecord({
      id: 'queue',
      question: 'Should the job queue use PostgreSQL or SQLite?',
      winner: 'PostgreSQL',
    }),
  );
  await graph.remember(
    deliberationRecord({ id: 'logo', question: 'What color should the logo of the shop have?', winner: 'Blue' }),
  );
});
afterEach(() => graph.close());

const request = { limit: 5, threshold: 0.6, format: 'summary', archived: 'without' } as const;

it('finds the decision on a question that is worded differently, with its score', async () => {
  const answer = await findSimilar(graph, { ...request, text: 'PostgreSQL or SQLite for our queue of jobs?' });
  expect(answer.results).toHaveLength(1);
  expect(answer.results[0]).toMatchObject({
    id: 'queue',
    winning_option: 'PostgreSQL',
    participants: ['sonnet@claude', 'gpt-6@codex'],
    timestamp: expect.stringMatching(/^2026-/),
  });
  expect(answer.results[0]?.score).toBeGreaterThanOrEqual(0.6);
  expect(answer.diagnostics).toBeUndefined();
});

it('says what came nearest, and which threshold would find it, when nothing is similar enough', async () => {
  const answer = await findSimilar(graph, { ...request, threshold: 1, text: 'Which database for the job queue?' });
  expect(answer.count).toBe(0);
  expect(answer.diagnostics).toMatchObject({ total: 2, threshold: 1, near_misses: [{ id: 'queue' }, { id: 'logo' }] });
  const { best_score: best, suggested_threshold: suggested } = answer.diagnostics ?? {};
  expect(suggested).toBeLessThanOrEqual(best ?? 0);
  const again = await findSimilar(graph, {
    ...request,
    threshold: suggested ?? 1,
    text: 'Which database for the job queue?',
  });
  expect(again.results[0]).toMatchObject({ id: 'queue' });
});

it('suggests no threshold if there is nothing at all', async () => {
  const empty = await openTestGraph();
  const answer = await findSimilar(empty, { ...request, text: 'Which database for the job queue?' });
  expect(answer.diagnostics).toMatchObject({ total: 0, best_score: null, near_misses: [], suggested_threshold: null });
  await empty.close();
});

it.each(['summary', 'detailed', 'json'] as const)('gives %s as plain JSON', async (format) => {
  const answer = await findSimilar(graph, { ...request, format, text: 'PostgreSQL or SQLite for our queue of jobs?' });
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  const [result] = answer.results;
  expect('stances' in (result ?? {})).toBe(format !== 'summary');
  expect(JSON.stringify(answer).includes('final_position')).toBe(format === 'json');
});

it('leaves archived decisions out unless they are wanted', async () => {
  await graph.archive({ ids: ['queue'] });
  const text = 'Should the job queue use PostgreSQL or SQLite?';
  expect((await findSimilar(graph, { ...request, text })).count).toBe(0);
  expect((await findSimilar(graph, { ...request, text, archived: 'with' })).count).toBe(1);
});
