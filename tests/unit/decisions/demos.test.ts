import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importDecisions } from '../../../src/decisions/import/import-decisions.js';
import type { DecisionGraph } from '../../../src/decisions/index.js';
import { analyzePatterns } from '../../../src/decisions/query/analyze-patterns.js';
import { findContradictions } from '../../../src/decisions/query/find-contradictions.js';
import { cluster } from '../../../src/semantics/clustering/cluster.js';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { OLD_DEMO_TRANSCRIPT, oldDemoDatabase } from '../../support/old-demo-record.js';
import { openTestGraph } from '../../support/test-graph.js';

const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';

describe('a demo that an earlier version stored as a decision', () => {
  let graph: DecisionGraph;
  beforeEach(async () => {
    graph = await openTestGraph({ file: oldDemoDatabase('decisions') });
  });
  afterEach(() => graph.close());

  it('is never shown to a council that asks the same question', async () => {
    expect((await graph.list()).map(({ winningOption }) => winningOption)).toEqual(['PostgreSQL']);
    expect(await graph.recall(QUESTION, { workingDirectory: '/tmp/shop' })).toMatchObject({ matches: [], text: '' });
  });

  it('does not hide or contradict a real decision, and is not part of a pattern', async () => {
    await graph.remember(deliberationRecord({ id: 'real', question: QUESTION, winner: 'SQLite' }));
    const { matches } = await graph.recall(QUESTION);
    expect(matches.map(({ decision, note }) => [decision.id, note])).toEqual([['real', null]]);
    const request = { limit: 5, threshold: 0.6, archived: 'without' } as const;
    expect((await findContradictions(graph, request)).results).toEqual([]);
    const patterns = await analyzePatterns(graph, { limit: 5, cluster: async (...given) => cluster(...given) });
    expect(patterns).toMatchObject({ total: 2, analyzed: 1 });
  });
});

describe('a demo', () => {
  let graph: DecisionGraph;
  beforeEach(async () => {
    graph = await openTestGraph();
  });
  afterEach(() => graph.close());

  it.each([
    ['by its panel', deliberationRecord({ participants: ['steward@demo', 'skeptic@demo#2'] })],
    ['by its mark, where the real members all failed', { ...deliberationRecord(), demo: true }],
  ])('is recognized %s and not remembered', async (_how, record) => {
    expect(await graph.remember(record)).toBeNull();
    expect(await graph.count()).toBe(0);
  });

  it('is not imported from the transcript that an earlier version left', async () => {
    expect(await importDecisions(graph, OLD_DEMO_TRANSCRIPT)).toMatchObject({ imported: 0, undecided: 1, faults: [] });
  });
});
