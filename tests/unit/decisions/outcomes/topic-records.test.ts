import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDecisions, type DecisionGraph, type Decisions } from '../../../../src/decisions/index.js';
import { systemClock } from '../../../../src/kernel/clock.js';
import { cluster } from '../../../../src/semantics/clustering/cluster.js';
import { deliberationRecord } from '../../../support/deliberation-record.js';
import { scratchFolder } from '../../../support/scratch-folder.js';
import { openTestGraph } from '../../../support/test-graph.js';

const DATABASES = ['the job queue', 'the audit log', 'user sessions', 'metrics', 'the billing ledger'].map(
  (what) => `Which database should store ${what}, PostgreSQL or SQLite?`,
);
const COLORS = ['logo', 'header', 'button', 'banner', 'footer'].map(
  (what) => `What color should the ${what} of the web page have?`,
);

let graph: DecisionGraph;
let clusterings: number;
let decisions: Decisions;

beforeEach(async () => {
  graph = await openTestGraph();
  clusterings = 0;
  decisions = createDecisions({
    graph,
    clock: systemClock,
    cluster: async (points, options) => {
      clusterings += 1;
      return cluster(points, options);
    },
  });
});
afterEach(() => graph.close());

const recordOf = async (participant: string) =>
  (await decisions.trackRecords()).models.find((model) => model.participant === participant);

describe('the record of a model by topic', () => {
  beforeEach(async () => {
    for (const [at, question] of DATABASES.entries())
      await graph.remember(deliberationRecord({ id: `d${at}`, question }));
    for (const [at, question] of COLORS.entries()) {
      await graph.remember(deliberationRecord({ id: `c${at}`, question, winner: 'Blue' }));
    }
    await graph.remember(deliberationRecord({ id: 'alone', question: 'Do we hire a second lawyer in Oslo?' }));
  });

  it('is there after an outcome was recorded, under the names that the patterns have', async () => {
    for (const id of ['d0', 'd1', 'c0', 'alone']) {
      await decisions.recordOutcome({ decision_id: id, outcome: id === 'd1' ? 'wrong' : 'right' });
    }
    const patterns = await decisions.query({ analyze_patterns: true });
    const names = patterns.type === 'patterns' ? patterns.topics.map(({ name }) => name) : [];
    const [databases = '', colors = ''] = [/database/i, /color/i].map((word) => names.find((name) => word.test(name)));
    expect(await recordOf('sonnet@claude')).toMatchObject({
      hits: 3,
      misses: 1,
      topics: [
        { topic: databases, outcomes: 2, hits: 1, misses: 1, brier: 0.34 },
        { topic: colors, outcomes: 1, hits: 1, misses: 0, brier: 0.04 },
      ],
      other_topics: { outcomes: 1, hits: 1, misses: 0, brier: 0.04 },
    });
  });

  it('counts a decision among the others as long as its topic is not known', async () => {
    await graph.setOutcome('d0', { outcome: 'right' });
    expect(await recordOf('sonnet@claude')).toMatchObject({ topics: [], other_topics: { outcomes: 1, hits: 1 } });
    await decisions.query({ analyze_patterns: true });
    expect(await recordOf('sonnet@claude')).toMatchObject({ topics: [{ outcomes: 1, hits: 1 }], other_topics: null });
  });

  it('keeps the topic of a decision that was archived, and finds it for one that is judged afterwards', async () => {
    await decisions.recordOutcome({ decision_id: 'd0', outcome: 'right' });
    await graph.archive({ ids: ['d0', 'c0'] });
    await decisions.query({ analyze_patterns: true });
    await decisions.recordOutcome({ decision_id: 'c0', outcome: 'wrong' });
    const record = await recordOf('sonnet@claude');
    expect(record?.other_topics).toBeNull();
    expect(record?.topics.map(({ hits, misses }) => [hits, misses]).sort()).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('is there when decisions and outcomes were read from an export', async () => {
    await graph.setOutcome('d0', { outcome: 'right' });
    const file = path.join(scratchFolder('export'), 'all.json');
    for await (const piece of decisions.export('json')) appendFileSync(file, piece);
    const rebuilt = await openTestGraph();
    const again = createDecisions({ graph: rebuilt, clock: systemClock, cluster: async (...args) => cluster(...args) });
    expect(await again.import(file)).toMatchObject({ imported: 11, outcomes: 1 });
    const [record] = (await again.trackRecords()).models;
    expect(record).toMatchObject({ topics: [{ outcomes: 1, hits: 1 }], other_topics: null });
    await rebuilt.close();
  });

  it('forgets a decision with its topic when it is deleted', async () => {
    await decisions.recordOutcome({ decision_id: 'd0', outcome: 'right' });
    await graph.delete('d0');
    expect((await decisions.trackRecords()).models).toEqual([]);
    expect(await graph.judgedTopics()).toEqual(new Map());
  });
});

it('reports the five topics with the most outcomes and the rest together, without computing topics', async () => {
  const topics = new Map<string, string>();
  for (let topic = 0; topic < 7; topic++) {
    for (let at = 0; at <= topic; at++) {
      const id = `t${topic}-${at}`;
      await graph.remember(deliberationRecord({ id, question: `Question ${at} on subject ${topic}?` }));
      await graph.setOutcome(id, { outcome: 'right' });
      topics.set(id, `subject ${topic}`);
    }
  }
  await graph.keepTopics(topics);
  const record = await recordOf('gpt-6@codex');
  expect(record?.topics.map(({ topic, outcomes }) => [topic, outcomes])).toEqual([
    ['subject 6', 7],
    ['subject 5', 6],
    ['subject 4', 5],
    ['subject 3', 4],
    ['subject 2', 3],
  ]);
  expect(record?.other_topics).toMatchObject({ outcomes: 3, hits: 3 });
  expect(clusterings).toBe(0);
});

it('records an outcome also when topics cannot be found', async () => {
  const broken = createDecisions({ graph, clock: systemClock, cluster: () => Promise.reject(new Error('no thread')) });
  for (let at = 0; at < 70; at++) {
    await graph.remember(
      deliberationRecord({ id: `many${at}`, question: `What about subject number ${at} and ${at * 7}?` }),
    );
  }
  await expect(broken.recordOutcome({ decision_id: 'many3', outcome: 'right' })).resolves.toMatchObject({
    outcome: 'right',
  });
  expect(await graph.get('many3')).toMatchObject({ outcome: { outcome: 'right' } });
});
