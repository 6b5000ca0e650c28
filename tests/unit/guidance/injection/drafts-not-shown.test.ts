import { describe, expect, it } from 'vitest';
import { decideInjection } from '../../../../src/guidance/injection/decide-injection.js';
import { NO_MEMORY } from '../../../../src/guidance/injection/injection.js';
import { createKnowledge } from '../../../../src/guidance/operations/create-knowledge.js';
import { renderSessionStart } from '../../../../src/guidance/render/render-session-start.js';
import { storedIndex } from '../../../support/stored-index.js';
import { call, decide, item, NOW, node, project, shownBy } from '../fixture.js';

const FRESH = { status: 'draft', created_at: NOW.toISOString() };
const CALLS = [call('Write', '/path/to/src/a.ts'), call('Edit', '/path/to/plugin.json'), call('Bash', 'ls -la')];

// By the formula an item without conditions scores 0.5 times its multiplier everywhere: CRITICAL and HIGH pass 0.7.
describe('our rule in addition to the formula: a draft without a condition', () => {
  it.each(['CRITICAL', 'HIGH'])('is shown at no call with priority %s', (priority) => {
    const drafts = [undefined, {}, { tool_names: [], file_patterns: [] }, { triad_names: ['deployment'] }].map(
      (trigger_conditions, at) => item({ ...FRESH, id: `d${at}`, priority, trigger_conditions }),
    );
    for (const asked of CALLS) expect(shownBy(decide(drafts, asked))).toEqual([]);
  });

  it('is shown once it was promoted, or names a condition', () => {
    const promoted = item({ id: 'promoted', trigger_conditions: {} });
    const edited = item({ ...FRESH, id: 'edited', trigger_conditions: { tool_names: ['Write'] } });
    const context = item({
      ...FRESH,
      id: 'context',
      priority: 'CRITICAL',
      trigger_conditions: { context_keywords: ['x'] },
    });
    const [write] = CALLS.map((asked) =>
      decideInjection(storedIndex([promoted, edited, context]), asked, { memory: NO_MEMORY, now: NOW }),
    );
    expect(write && shownBy(write).toSorted()).toEqual(['context', 'edited', 'promoted']);
  });

  it('counts among the drafts that wait for a review, and the list says why nothing is heard of it', async () => {
    const draft = item({ ...FRESH, trigger_conditions: {} });
    expect(renderSessionStart(storedIndex([draft]), NOW)).toContain('1 draft waits for a review');
    const folders = project([node({ ...FRESH, trigger_conditions: {} })]);
    const knowledge = createKnowledge({ folders, redact: (text) => text, now: () => NOW });
    expect(knowledge.list({ status: 'draft' }).items).toMatchObject([
      { inactive: undefined, notShown: 'names no condition' },
    ]);
    await knowledge.edit(draft.id, { trigger_conditions: { file_patterns: ['**/plugin.json'] } });
    expect(knowledge.list().items).toMatchObject([{ inactive: undefined, notShown: undefined }]);
  });
});
