import { describe, expect, it } from 'vitest';
import { proposeCritical } from '../../../../src/guidance/operations/propose-critical.js';
import { createBuiltinEmbedding } from '../../../../src/semantics/embedding/builtin-embedding.js';
import { item } from '../fixture.js';

const draft = (id: string, description: string, changes = {}) =>
  item({ id, label: id, description, status: 'draft', priority: 'MEDIUM', source: 'user_correction', ...changes });
const SAME = [
  draft('a', 'Run the database migration on staging before each production deploy.'),
  draft('b', 'Every production deploy needs the database migration on staging first.'),
  draft('c', 'Before a production deploy the migration of the database runs on staging.'),
];
const propose = async (items: Parameters<typeof proposeCritical>[0]) => {
  const embedding = await createBuiltinEmbedding();
  return proposeCritical(items, (texts) => embedding.embed(texts));
};

describe('the priority CRITICAL', () => {
  it('is proposed to the reviewer for a correction that was heard three times in other words', async () => {
    const proposals = await propose([...SAME, draft('d', 'Use tabs in Makefiles.')]);
    expect(proposals.get('a')).toEqual({ times: 3, similar: ['b', 'c'] });
    expect(proposals.has('d')).toBe(false);
  });

  it('is proposed to the reviewer for a correction that was heard three times in the same words', async () => {
    const proposals = await propose([draft('a', 'Use tabs in Makefiles.', { seen_count: 3 })]);
    expect(proposals.get('a')).toEqual({ times: 3, similar: [] });
  });

  it('is not proposed if one of the three says the opposite', async () => {
    const opposite = draft('c', 'Never run the database migration on staging before each production deploy.');
    expect(await propose([...SAME.slice(0, 2), opposite])).toEqual(new Map());
  });

  it('not for two, for items that a person added, and for what is CRITICAL already', async () => {
    expect(await propose(SAME.slice(0, 2))).toEqual(new Map());
    expect(
      await propose(SAME.map((one) => item({ ...VERSIONLESS, id: one.id, description: one.description }))),
    ).toEqual(new Map());
    expect(await propose(SAME.map((one) => ({ ...one, priority: 'CRITICAL' as const })))).toEqual(new Map());
  });
});

const VERSIONLESS = { status: 'active', priority: 'HIGH' };
