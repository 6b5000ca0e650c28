import { describe, expect, it } from 'vitest';
import type { Action } from '../../../../src/coaching/index.js';
import { condenseActions } from '../../../../src/coaching/wrap-up/condense-actions.js';
import { gatherEvidence } from '../../../../src/coaching/wrap-up/skill-evidence.js';
import { newestText } from '../../../../src/coaching/wrap-up/wrap-up-inputs.js';
import { coachingIn, newPhase, startSession } from '../../../support/coaching-fixture.js';

describe('actions for a model', () => {
  it('are one for several edits of a file in a row, without those of the program', () => {
    const summary = { path: 'a.ts', editCount: 2, charDelta: 5, charCount: 20 };
    const condensed = condenseActions(
      [
        action('buffer_summary', summary),
        action('tab_switch', { fromPath: null, toPath: 'a.ts' }),
        action('buffer_summary', { ...summary, charCount: 30 }),
        action('buffer_summary', { ...summary, path: 'b.ts' }),
        action('review_requested', {}),
        action('review_requested', {}),
        action('phase_started', { phaseId: '1', phaseNumber: 1, title: 'Read' }),
        action('phase_started', { phaseId: '2', phaseNumber: 2, title: 'Fix' }),
      ],
      10_000,
    );
    expect(condensed.map(({ action_type, data, times }) => [action_type, data, times])).toEqual([
      ['buffer_summary', { path: 'a.ts', editCount: 4, charDelta: 10, charCount: 30 }, 2],
      ['buffer_summary', { ...summary, path: 'b.ts' }, undefined],
      ['review_requested', {}, 2],
      ['phase_started', { phaseId: '1', phaseNumber: 1, title: 'Read' }, undefined],
      ['phase_started', { phaseId: '2', phaseNumber: 2, title: 'Fix' }, undefined],
    ]);
  });

  it('are the newest ones that fit', () => {
    const actions = Array.from({ length: 1_000 }, (_, index) => action('file_open', { path: `src/${index}.ts` }));
    const condensed = condenseActions(actions, 5_000);
    expect(JSON.stringify(condensed).length).toBeLessThanOrEqual(5_001);
    expect(condensed.length).toBeGreaterThan(40);
    expect(condensed.at(-1)?.data).toEqual({ path: 'src/999.ts' });
  });
});

describe('the end of a text', () => {
  it('begins with a whole line, unless one is longer than half of it', () => {
    expect(newestText('short', 10)).toBe('short');
    expect(newestText('first line\nsecond\nthird', 16)).toBe('second\nthird');
    expect(newestText(`${'x'.repeat(30)}\nend`, 20)).toBe(`${'x'.repeat(16)}\nend`);
    expect(newestText(`a${'😀'.repeat(10)}`, 5)).toBe('😀😀');
  });
});

describe('the evidence of earlier sessions', () => {
  it.each([
    ['fewer', [3, 1]],
    ['more', [0, 2]],
    ['steady', [1, 1]],
    ['unknown', [1]],
  ])('has %s hints per phase after sessions with %j of them', async (trend, hints) => {
    const { store, clock } = await coachingIn();
    for (const [index, count] of hints.entries()) {
      const { id: sessionId } = await startSession(store, `/projects/${index}`);
      const { phases } = await store.plans.create({
        sessionId,
        rawPlanText: '',
        phases: [newPhase('a'), newPhase('b')],
      });
      const phaseId = phases[0]?.id ?? '';
      await store.phases.setStatus(phaseId, 'complete');
      for (let hint = 0; hint < count; hint++) await store.progressEvents.record(phaseId, 'hint_used');
      const skill = { skillArea: 'Tests', stage: 'novice', confidence: 0.5, evidence: '' } as const;
      await store.assessments.save({ ...skill, sessionId });
      clock.advance(1_000);
    }
    expect(await gatherEvidence(store, await store.assessments.list())).toEqual([
      { skill_area: 'Tests', sessions: hints.length, hint_trend: trend, completion_rate: 0.5 },
    ]);
  });
});

function action(actionType: Action['actionType'], data: object): Action {
  return { id: 'id', sessionId: 's', actionType, data, createdAt: '2026-11-16T10:00:00.000Z' } as Action;
}
