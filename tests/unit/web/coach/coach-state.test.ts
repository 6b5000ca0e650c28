import { describe, expect, it } from 'vitest';
import type { PageMessage, ToPage } from '../../../../src/http/websocket/protocol.js';
import { type CoachState, NO_COACH, receive } from '../../../../src/web/coach/model/coach-state.js';
import { withRemoved } from '../../../../src/web/coach/panel/phases.js';

const PHASE: ToPage['coaching:phase_update']['phase'] = {
  id: 'p1',
  number: 1,
  title: 'Read',
  description: '',
  status: 'active',
  hintLevel: 'file',
  expectedFiles: [],
};
const SESSION: ToPage['session:started'] = {
  sessionId: 's1',
  issueContext: { number: 7, title: 'Lines are lost', summary: '', labels: [], url: null },
  phases: [PHASE],
  hintLevel: 'line',
  isPaused: false,
};

const REVIEW: ToPage['review:phase'] = {
  phaseId: 'p1',
  phaseNumber: 1,
  summary: 'Good.',
  strengths: [],
  remarks: [],
  isReady: true,
};

/** The state after these messages, of a page that has just connected. */
function stateAfter(
  ...messages: { [Type in keyof ToPage]: readonly [Type, ToPage[Type]] }[keyof ToPage][]
): CoachState {
  return messages.reduce<CoachState>(
    (state, [type, payload]) => receive(state, { type, payload, timestamp: 0 } as PageMessage),
    NO_COACH,
  );
}

const highlight = (path: string, start: number) => ({ path, start, end: start, style: 'hint' as const });

function init(): ToPage['connection:init'] {
  const state = {
    projectName: 'p',
    projectId: 'project-1',
    session: SESSION,
    unfinished: [],
    openFiles: [],
    highlights: [highlight('a.ts', 1)],
    fileHints: [],
    messages: [{ message: 'Hello', type: 'info' as const, sentAt: '2026-01-01' }],
    status: { writes: 'held' as const, agents: 1 },
    unsaved: [],
  };
  return { sessionId: 's1', capabilities: [], featureFlags: {}, state };
}

describe('what the page knows of the coach', () => {
  it('begins without marks when a session starts, and the session is no longer offered', () => {
    const unfinished = [{ id: 's1', issueNumber: 7, issueTitle: 'Lines are lost', startedAt: '2026-01-01' }];
    const offered = { ...NO_COACH, unfinished, highlights: [highlight('a.ts', 1)] };
    const state = receive(offered, { type: 'session:started', payload: SESSION, timestamp: 0 });
    expect(state).toMatchObject({ session: SESSION, unfinished: [], highlights: [], ended: null });
  });

  it('keeps the summary of a session that ended, until the next one', () => {
    const summary = { sessionId: 's1', durationMs: 5, phasesCompleted: 1 };
    const ended = stateAfter(['session:started', SESSION], ['session:ended', { summary }]);
    expect(ended).toMatchObject({ session: null, ended: summary });
    expect(receive(ended, { type: 'session:started', payload: SESSION, timestamp: 0 }).ended).toBeNull();
  });

  it('changes a phase by its id, and adds one that is new in the order of numbers', () => {
    const update = (phase: typeof PHASE) =>
      ['coaching:phase_update', { phase, status: phase.status, description: '' }] as const;
    const state = stateAfter(
      ['session:started', SESSION],
      update({ ...PHASE, id: 'p2', number: 2 }),
      update({ ...PHASE, status: 'complete' }),
    );
    expect(state.session?.phases.map(({ id, status }) => `${id} ${status}`)).toEqual(['p1 complete', 'p2 active']);
  });

  it('takes a new plan with all that is known about it, and begins to count hints again', () => {
    const phases = [{ ...PHASE, id: 'n1' }];
    const plan = { planId: 'plan-2', memoryConnection: 'similar to #3', estimatedDifficulty: 'medium' };
    const state = stateAfter(
      ['session:started', { ...SESSION, hintsUsed: 2 }],
      ['coaching:plan_ready', { ...plan, phases, isDemo: true }],
    );
    expect(state.session).toMatchObject({ phases, plan: { ...plan, isDemo: true }, hintsUsed: 0 });
    expect(stateAfter(['coaching:plan_ready', { ...plan, phases }]).session).toBeNull();
  });

  it('counts the hints of the active phase, and begins again with the next one', () => {
    const used = [
      ['session:started', SESSION],
      ['hints:level', { level: 'region', hintsUsed: 2 }],
    ] as const;
    expect(stateAfter(...used).session).toMatchObject({ hintLevel: 'region', hintsUsed: 2 });
    expect(stateAfter(...used, ['hints:level', { level: 'none' }]).session).toMatchObject({ hintsUsed: 2 });
    const update = (phase: typeof PHASE) =>
      stateAfter(...used, ['coaching:phase_update', { phase, status: phase.status, description: '' }]).session;
    expect(update({ ...PHASE, title: 'Read it' })?.hintsUsed).toBe(2);
    expect(update({ ...PHASE, id: 'p2', number: 2 })?.hintsUsed).toBe(0);
  });

  it('has the summary of a session also when that comes after the next one began, or after a reload', () => {
    const completed = { sessionId: 's0', knowledgeGaps: 1, kataSpecs: 0, dreyfusUpdates: 0, memoriesStored: 0 };
    expect(stateAfter(['session:started', SESSION], ['session:completed', completed])).toMatchObject({
      session: SESSION,
      completed,
    });
    expect(stateAfter(['session:completed', completed]).completed).toEqual(completed);
    const summary = { sessionId: 's1', durationMs: 5, phasesCompleted: 1 };
    expect(stateAfter(['session:completed', completed], ['session:ended', { summary }]).completed).toBeNull();
  });

  it('has the summary of the last session after a reload, also while it is not ready', () => {
    const ended = { summary: { sessionId: 's0', durationMs: 5, phasesCompleted: 1 } };
    const completed = { sessionId: 's0', knowledgeGaps: 1, kataSpecs: 0, dreyfusUpdates: 0, memoriesStored: 0 };
    const reloaded = (lastSummary: NonNullable<ToPage['connection:init']['state']['lastSummary']>) => {
      const { state, ...sent } = init();
      return stateAfter(['connection:init', { ...sent, state: { ...state, session: null, lastSummary } }]);
    };
    expect(reloaded({ ended, completed })).toMatchObject({ ended: ended.summary, completed });
    expect(reloaded({ ended, completed: null })).toMatchObject({ ended: ended.summary, completed: null });
  });

  it('has a nudge until it is closed or the session ends, and whether nudges are muted, also after a reload', () => {
    const context = { current_file: 'a.ts', expected_file: null, time_in_file: null, phase_description: null };
    const nudge = {
      nudgeId: 'n1',
      signal: 'idle' as const,
      confidence: 0.8,
      context,
      text: 'Stuck?',
      sentAt: '2026-01-01',
    };
    const observer = { active: true, muted: true, lastEvaluation: null };
    const { state, ...sent } = init();
    const again = stateAfter(['connection:init', { ...sent, state: { ...state, nudge, observer } }]);
    expect(again).toMatchObject({ nudge, isMuted: true });
    expect(stateAfter(['observer:nudge', nudge], ['observer:nudge_closed', { nudgeId: 'n0' }]).nudge).toEqual(nudge);
    expect(stateAfter(['observer:nudge', nudge], ['observer:nudge_closed', { nudgeId: 'n1' }]).nudge).toBeNull();
    const summary = { sessionId: 's1', durationMs: 5, phasesCompleted: 1 };
    expect(stateAfter(['observer:nudge', nudge], ['session:ended', { summary }]).nudge).toBeNull();
    expect(stateAfter(['observer:status', observer], ['observer:status', { ...observer, muted: false }]).isMuted).toBe(
      false,
    );
  });

  it('has one answer of the council for each question, and none that is still expected after a break', () => {
    const ask = (question: string, status: 'running' | 'done') =>
      ['council:answer', { question, status, text: status, deliberationId: null }] as const;
    const asked = stateAfter(ask('a', 'running'), ask('b', 'running'), ask('a', 'done'));
    expect(asked.council.map(({ question, status }) => `${question} ${status}`)).toEqual(['b running', 'a done']);
    const again = receive(asked, { type: 'connection:init', payload: init(), timestamp: 0 });
    expect(again.council.map(({ question, status }) => `${question} ${status}`)).toEqual(['b failed', 'a done']);
  });

  it('has the last question to the council and its answer after a reload', () => {
    const councilAnswer = { question: 'a', status: 'done', text: 'Keep it.', deliberationId: 'd1' } as const;
    const sent = init();
    const payload = { ...sent, state: { ...sent.state, councilAnswer } };
    expect(stateAfter(['connection:init', payload]).council).toEqual([councilAnswer]);
    const asked = stateAfter(['council:answer', { ...councilAnswer, status: 'running' }]);
    expect(receive(asked, { type: 'connection:init', payload, timestamp: 0 }).council).toEqual([councilAnswer]);
  });

  it('shows a review at its phase only, and none of a session that has ended or of an earlier plan', () => {
    const reviewed = ['review:phase', REVIEW] as const;
    const begun = ['session:started', SESSION] as const;
    expect(stateAfter(begun, reviewed)).toMatchObject({ reviews: { p1: REVIEW }, news: { type: 'review:phase' } });
    const next = { ...SESSION, sessionId: 's2', phases: [{ ...PHASE, id: 'p2' }] };
    const late = stateAfter(begun, ['session:started', next], reviewed);
    expect(late).toMatchObject({ reviews: {}, news: null });
    expect(stateAfter(begun, ['coaching:phases', { phases: next.phases }], reviewed).reviews).toEqual({});
  });

  it('has the reviews of a session after a reload, and when it is resumed', () => {
    const resumed = { restoredState: SESSION, messages: [], reviews: [REVIEW] };
    expect(stateAfter(['session:resumed', resumed]).reviews).toEqual({ p1: REVIEW });
    const sent = init();
    const loaded = { ...sent, state: { ...sent.state, reviews: [REVIEW] } };
    expect(stateAfter(['connection:init', loaded]).reviews).toEqual({ p1: REVIEW });
  });

  it('has why a review failed, until the next one comes', () => {
    const failed = ['review:phase_error', { phaseId: 'p1', error: 'No model.' }] as const;
    expect(stateAfter(['session:started', SESSION], failed).reviewError).toEqual(failed[1]);
    expect(stateAfter(['session:started', SESSION], failed, ['review:phase', REVIEW]).reviewError).toBeNull();
  });

  it('has the last news for screen readers, but not what was there at first', () => {
    expect(stateAfter(['connection:init', init()]).news).toBeNull();
    const message = { message: 'Look', type: 'hint' as const };
    const state = stateAfter(['coaching:message', message], ['hints:level', { level: 'line' }]);
    expect(state.news).toMatchObject({ type: 'coaching:message', payload: message });
  });

  it('is paused when Claude Code may write', () => {
    const state = stateAfter(['session:started', SESSION], ['coach:status', { writes: 'paused', agents: 1 }]);
    expect(state.session?.isPaused).toBe(true);
    expect(state.status).toEqual({ writes: 'paused', agents: 1 });
  });

  it('collects highlights and clears them for one file, or for all', () => {
    const both = [
      ['editor:highlight_lines', highlight('a.ts', 1)],
      ['editor:highlight_lines', highlight('b.ts', 2)],
    ] as const;
    expect(stateAfter(...both).highlights).toHaveLength(2);
    expect(stateAfter(...both, ['editor:clear_highlights', { path: 'a.ts' }]).highlights).toEqual([
      highlight('b.ts', 2),
    ]);
    expect(stateAfter(...both, ['editor:clear_highlights', {}]).highlights).toEqual([]);
  });

  it('replaces the decorations of a file as a whole', () => {
    const state = stateAfter(
      ['editor:highlight_lines', highlight('a.ts', 1)],
      ['editor:decorations', { path: 'a.ts', decorations: [highlight('a.ts', 5)] }],
    );
    expect(state.highlights).toEqual([highlight('a.ts', 5)]);
  });

  it('has one hint for each file of the tree', () => {
    const state = stateAfter(
      ['explorer:hint_files', { hints: [{ path: 'a.ts', style: 'suggested' }] }],
      ['explorer:hint_files', { hints: [{ path: 'a.ts', style: 'critical' }] }],
    );
    expect(state.fileHints).toEqual([{ path: 'a.ts', style: 'critical' }]);
  });

  it('is as the server says after a new connection', () => {
    const { messages } = init().state;
    expect(stateAfter(['connection:init', init()])).toMatchObject({ session: SESSION, messages });
  });
});

describe('the phases that are shown', () => {
  it('are those of the plan, and those that a new plan removed while the person types in them', () => {
    const numbered = (id: string, number: number) => ({ ...PHASE, id, number });
    const plan = [numbered('n1', 1), numbered('n2', 2), numbered('n3', 3)];
    const ids = (...typedIn: (typeof PHASE)[]) => withRemoved(plan, typedIn).map(({ id }) => id);
    expect(ids()).toEqual(['n1', 'n2', 'n3']);
    expect(ids(numbered('n2', 2))).toEqual(['n1', 'n2', 'n3']);
    expect(ids(numbered('old', 2))).toEqual(['n1', 'old', 'n2', 'n3']);
    expect(ids(numbered('old', 9))).toEqual(['n1', 'n2', 'n3', 'old']);
  });
});
