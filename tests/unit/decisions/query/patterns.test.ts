import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DecisionGraph, DeliberationRecord } from '../../../../src/decisions/index.js';
import { analyzePatterns, type Patterns } from '../../../../src/decisions/query/analyze-patterns.js';
import type { Cluster } from '../../../../src/decisions/topics/find-topics.js';
import { nameTopics } from '../../../../src/decisions/topics/find-topics.js';
import { cluster } from '../../../../src/semantics/clustering/cluster.js';
import { deliberationRecord } from '../../../support/deliberation-record.js';
import { openTestGraph } from '../../../support/test-graph.js';

const request = { limit: 5, cluster: (async (points, options) => cluster(points, options)) satisfies Cluster };

const DATABASES = [
  'the job queue',
  'the audit log',
  'user sessions',
  'the search index',
  'metrics',
  'the billing ledger',
].map((what) => `Which database should store ${what}, PostgreSQL or SQLite?`);
const LOGOS = ['logo', 'header', 'button', 'banner', 'favicon', 'footer'].map(
  (what) => `What colour should the ${what} of the web page have?`,
);

describe('patterns of a dozen decisions', () => {
  let graph: DecisionGraph;
  let patterns: Patterns;
  beforeAll(async () => {
    graph = await openTestGraph();
    for (const [at, question] of DATABASES.entries()) {
      await graph.remember(dissent(`db${at}`, question, 'PostgreSQL', at < 2 ? 'SQLite' : 'PostgreSQL'));
    }
    for (const [at, question] of LOGOS.entries()) {
      await graph.remember(deliberationRecord({ id: `logo${at}`, question, winner: 'Blue' }));
    }
    await graph.setOutcome('db0', { outcome: 'right' });
    await graph.setOutcome('db1', { outcome: 'wrong' });
    await graph.setOutcome('logo0', { outcome: 'mixed' });
    await graph.drain();
    patterns = await analyzePatterns(graph, request);
  });
  afterAll(() => graph.close());

  it('are two topics, named by the words that set them apart', () => {
    expect(patterns.topics.map(({ decisions }) => decisions)).toEqual([6, 6]);
    const names = patterns.topics.map(({ name }) => name.toLowerCase());
    expect(names.find((name) => name.includes('database'))).toBeDefined();
    expect(names.find((name) => name.includes('colour'))).toBeDefined();
  });

  it('count how often two models chose the same', () => {
    expect(patterns.agreement).toEqual([
      { models: ['gpt-6@codex', 'sonnet@claude'], shared: 12, equal: 10, share: 0.83 },
    ]);
  });

  it('count how often debate changed the winner', () => {
    expect(patterns.debate).toEqual({ compared: 12, changed: 2, share: 0.17 });
  });

  it('give the record of each model, in all and on the topic', () => {
    const { recorded, by_model, by_topic } = patterns.outcomes;
    expect(recorded).toEqual({ right: 1, wrong: 1, superseded: 0, mixed: 1 });
    expect(by_model).toEqual([
      { participant: 'sonnet@claude', hits: 1, misses: 1, opposed: 0, warned: 0, brier: 0.34 },
      { participant: 'gpt-6@codex', hits: 0, misses: 0, opposed: 1, warned: 1, brier: null },
    ]);
    expect(by_topic).toHaveLength(2);
    expect(by_topic[0]).toMatchObject({ participant: 'sonnet@claude', hits: 1, misses: 1 });
  });

  it('leave nothing unsaid', () => {
    expect(patterns).toMatchObject({ total: 12, analyzed: 12, missing: [] });
    expect(JSON.parse(JSON.stringify(patterns))).toEqual(patterns);
  });
});

it('finds the one topic of six of nine questions, and says that the others are in none', async () => {
  const graph = await openTestGraph();
  const others = ['Do we hire a tester?', 'How long is the trial period?', 'Which parser generator for the compiler?'];
  for (const question of [...LOGOS, ...others]) await graph.remember(deliberationRecord({ question }));
  const { topics, missing } = await analyzePatterns(graph, request);
  expect(topics.map(({ decisions }) => decisions)).toEqual([6]);
  expect(missing[0]).toBe('topics: 3 of 9 decisions are in none; only questions in similar words are grouped');
  await graph.close();
});

it('finds no topic among questions that have nothing in common', async () => {
  const graph = await openTestGraph();
  const subjects = ['Should we hire a tester?', 'Should we sign commits?', 'Should we repaint the door?'];
  const more = ['Should we drop the free tier?', 'Should we compress thumbnails?', 'Should we lease the laptops?'];
  const last = ['Should we vendor dependencies?', 'Should we open a booth at the fair?', 'Should we poll the sensor?'];
  for (const question of [...subjects, ...more, ...last]) await graph.remember(deliberationRecord({ question }));
  expect((await analyzePatterns(graph, request)).topics).toEqual([]);
  await graph.close();
});

it('says of a small graph what is missing for a statement instead of making one', async () => {
  const graph = await openTestGraph();
  await graph.remember(deliberationRecord({ winner: null }));
  const patterns = await analyzePatterns(graph, request);
  expect(patterns).toMatchObject({ topics: [], agreement: [], debate: null });
  expect(patterns.missing).toEqual([
    'topics: they need at least 8 decisions, there is 1',
    'agreement: no two models have voted together at least 3 times',
    'debate: of no decision the winner of the first round and of the last is known',
    'records of models: no decision was judged right or wrong; record_outcome or `witan decisions outcome` does that',
  ]);
  await graph.close();
});

it('names a topic by words that the others do not have', () => {
  const groups = [
    ['Should we cache in Redis?', 'Is Redis a good cache for us?'],
    ['Should we test with Playwright?', 'Which Playwright version?'],
  ];
  expect(nameTopics(groups, groups.flat()).map(([first]) => first)).toEqual(['Redis', 'Playwright']);
});

/** The second participant ends with another option; the first round had gone the second one's way. */
function dissent(id: string, question: string, winner: string, second: string): DeliberationRecord {
  const record = deliberationRecord({ id, question, winner });
  const votes = record.voting_result?.votes_by_round.map((entry, at) =>
    at === 1 ? { ...entry, vote: { ...entry.vote, option: second } } : entry,
  );
  return {
    ...record,
    voting_result: { winning_option: winner, votes_by_round: votes ?? [] },
    counterfactual: { first_round_winner: second },
  };
}
