import { expect, it } from 'vitest';
import type { Decision, Stance } from '../../../../src/decisions/index.js';
import { recordsOf, trackRecords } from '../../../../src/decisions/outcomes/track-records.js';
import { deliberationRecord } from '../../../support/deliberation-record.js';
import { openTestGraph } from '../../../support/test-graph.js';

const stance = (participant: string, option: string | null, confidence: number | null): Stance => ({
  participant,
  model: participant,
  option,
  confidence,
  rationale: '',
  finalPosition: '',
  firstOption: option,
});

function judged(outcome: 'right' | 'wrong' | 'mixed' | 'superseded' | null, ...stances: Stance[]): Decision {
  return {
    id: 'd',
    question: 'A question?',
    consensus: '',
    options: [],
    winningOption: 'A',
    status: 'majority_decision',
    resultStatus: 'complete',
    participants: [],
    decidedAt: new Date(0),
    transcriptPath: null,
    workingDirectory: '',
    costUsd: null,
    questionHash: '',
    duplicateOf: null,
    firstRoundWinner: null,
    stances,
    outcome: outcome === null ? null : { outcome, note: null, supersededBy: null, recordedAt: new Date(0) },
    archivedAt: null,
  };
}

it('counts hits and misses of what a model voted for, and scores its confidence against them', () => {
  const records = recordsOf([
    judged('right', stance('sonnet@claude', 'A', 0.9)),
    judged('right', stance('sonnet@claude', 'A', 0.7)),
    judged('wrong', stance('sonnet@claude', 'A', 0.6)),
  ]);
  const brier = Math.round(((0.1 ** 2 + 0.3 ** 2 + 0.6 ** 2) / 3) * 1000) / 1000;
  expect(records).toEqual({
    outcomes: 3,
    models: [{ participant: 'sonnet@claude', hits: 2, misses: 1, opposed: 0, warned: 0, brier }],
  });
});

it('counts neither mixed nor superseded nor unjudged decisions', () => {
  const vote = stance('sonnet@claude', 'A', 0.9);
  expect(recordsOf([judged('mixed', vote), judged('superseded', vote), judged(null, vote)])).toEqual({
    outcomes: 0,
    models: [],
  });
});

it('keeps a vote against the judged option apart: what it preferred was never tried', () => {
  const dissent = stance('gpt-6@codex', 'B', 0.9);
  expect(recordsOf([judged('right', dissent), judged('wrong', dissent), judged('wrong', dissent)]).models).toEqual([
    { participant: 'gpt-6@codex', hits: 0, misses: 0, opposed: 1, warned: 2, brier: null },
  ]);
});

it('gives one record to a model in several seats and none to a model that did not vote', () => {
  const records = recordsOf([
    judged('right', stance('sonnet@claude', 'A', 0.8), stance('sonnet@claude#2', 'A', null), stance('x@y', null, null)),
  ]);
  expect(records.models).toEqual([
    { participant: 'sonnet@claude', hits: 2, misses: 0, opposed: 0, warned: 0, brier: 0.04 },
  ]);
});

it('still counts decisions that were archived', async () => {
  const graph = await openTestGraph();
  await graph.remember(deliberationRecord({ id: 'a' }));
  await graph.setOutcome('a', { outcome: 'right' });
  await graph.archive({ ids: ['a'] });
  expect((await trackRecords(graph)).models.map(({ participant, hits }) => [participant, hits])).toEqual([
    ['gpt-6@codex', 1],
    ['sonnet@claude', 1],
  ]);
  await graph.close();
});
