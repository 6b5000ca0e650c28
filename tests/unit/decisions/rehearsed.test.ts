import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DecisionGraph } from '../../../src/decisions/index.js';
import { analyzePatterns } from '../../../src/decisions/query/analyze-patterns.js';
import { findContradictions } from '../../../src/decisions/query/find-contradictions.js';
import { cluster } from '../../../src/semantics/clustering/cluster.js';
import { deliberationRecord, type RecordFacts } from '../../support/deliberation-record.js';
import { openTestGraph } from '../../support/test-graph.js';

const QUEUE = 'Should the job queue use PostgreSQL or SQLite?';
const VOICES = ['optimist@rehearsal', 'sceptic@rehearsal #2'];

describe('what a rehearsal came to', () => {
  let graph: DecisionGraph;
  beforeEach(async () => {
    graph = await openTestGraph({ isRehearsal: (participant) => participant.includes('@rehearsal') });
    await decide({ id: 'real', question: QUEUE, winner: 'PostgreSQL', at: '2026-02-01T00:00:00Z' });
    await decide({ id: 'played', question: QUEUE, winner: 'SQLite', participants: VOICES, at: '2026-02-02T00:00:00Z' });
    const similar = 'Which database for background jobs, PostgreSQL or SQLite?';
    await decide({ id: 'similar', question: similar, winner: 'PostgreSQL', at: '2026-02-03T00:00:00Z' });
  });
  afterEach(() => graph.close());

  const decide = (facts: RecordFacts) => graph.remember(deliberationRecord(facts));

  it('comes last when others ask, and neither hides nor contradicts what they decided', async () => {
    const { matches } = await graph.recall(QUEUE, { workingDirectory: '/projects/shop' });
    expect(matches.map(({ decision, note }) => [decision.id, note])).toEqual([
      ['similar', null],
      ['played', expect.stringContaining('chose "PostgreSQL"')],
    ]);
  });

  it('comes first when a rehearsal asks the same again', async () => {
    const { matches } = await graph.recall(QUEUE, { workingDirectory: '/projects/shop', isRehearsal: true });
    expect(matches[0]?.decision.id).toBe('played');
  });

  it('is no contradiction and no part of a pattern', async () => {
    const now = new Date('2026-06-01T00:00:00Z');
    const request = { limit: 5, threshold: 0.6, archived: 'without', now } as const;
    expect((await findContradictions(graph, request)).results).toEqual([]);
    const patterns = await analyzePatterns(graph, { limit: 5, cluster: async (...given) => cluster(...given) });
    expect(patterns).toMatchObject({ total: 3, analyzed: 2 });
  });
});
