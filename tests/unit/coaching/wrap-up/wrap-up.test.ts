import { describe, expect, it } from 'vitest';
import { coachSessions } from '../../../support/session-fixture.js';
import { LEARNED, sessionToWrapUp, WRAP_UP_CALLS } from '../../../support/wrapped-up-session.js';

const ZERO = { knowledgeGaps: 0, kataSpecs: 0, dreyfusUpdates: 0, memoriesStored: 0 };
const COUNTS = { knowledgeGaps: 2, kataSpecs: 1, dreyfusUpdates: 1, memoriesStored: 2 };

describe('the wrap-up of a session', () => {
  it('9.5: asks three models, stores gaps, katas, skills and memories, and announces what was learned', async () => {
    const { sessions, sessionId, server, store, rows, told, waiting } = await sessionToWrapUp();
    const ended = await sessions.end({ transcript: 'We read the cart.' });
    expect(ended).toMatchObject({ sessionStatus: 'completed', phasesCompleted: 1, ...ZERO });
    expect((await store.sessions.get(sessionId))?.status).toBe('completed');
    expect(await sessions.wrappedUp(sessionId)).toMatchObject(COUNTS);
    expect(server.calls.map(({ callType }) => callType).sort()).toEqual([...WRAP_UP_CALLS].sort());
    expect((await rows()).map(({ call_type, model, session_id }) => [call_type, model, session_id]).sort()).toEqual([
      ['dreyfus_assessment', 'claude-sonnet-5', sessionId],
      ['knowledge_gap_extraction', 'claude-sonnet-5', sessionId],
      ['memory_summarisation', 'claude-haiku-5', sessionId],
    ]);
    expect(told.at(-1)).toEqual([
      'session:completed',
      {
        sessionId,
        ...COUNTS,
        details: {
          gaps: [
            { topic: 'Closures', severity: 'high' },
            { topic: 'Array methods', severity: 'low' },
          ],
          katas: [{ title: 'Counter', topic: 'Closures' }],
          skills: [{ skillArea: 'React state management', stage: 'competent', previousStage: null }],
          memories: ['Closures in the cart were hard at first', 'Writes tests before the fix'],
          problems: [],
          isDemo: false,
        },
      },
    ]);
    expect(await waiting()).toEqual([]);
  });

  it('announces the end before the first call, and what was learned after the last', async () => {
    const { sessions, sessionId, server, told, noted } = await sessionToWrapUp();
    const before: unknown[][] = [];
    server.onCall = () => void before.push([told.at(-1)?.[0], noted.at(-1)]);
    await sessions.end();
    await sessions.wrappedUp(sessionId);
    expect(before).toEqual(WRAP_UP_CALLS.map(() => ['session:ended', undefined]));
  });

  it.each(WRAP_UP_CALLS)('9.6: does the other steps and completes if %s fails', async (callType) => {
    const { sessions, sessionId, server, store } = await sessionToWrapUp();
    server.fail(callType, '500');
    await sessions.end();
    const { details, ...counts } = await sessions.wrappedUp(sessionId);
    const missing = {
      knowledge_gap_extraction: { knowledgeGaps: 0, kataSpecs: 0 },
      dreyfus_assessment: { dreyfusUpdates: 0 },
      memory_summarisation: { memoriesStored: 0 },
    }[callType];
    expect(counts).toMatchObject({ sessionStatus: 'completed', ...COUNTS, ...missing });
    expect(details?.problems).toEqual([expect.stringContaining(callType)]);
    expect((await store.sessions.get(sessionId))?.status).toBe('completed');
  });

  it('9.7: completes with zeros if all calls fail, and logs all three', async () => {
    const { sessions, sessionId, server, store, rows } = await sessionToWrapUp();
    for (const callType of WRAP_UP_CALLS) server.fail(callType, '500');
    await sessions.end();
    expect(await sessions.wrappedUp(sessionId)).toMatchObject({ sessionStatus: 'completed', ...ZERO });
    expect((await store.sessions.get(sessionId))?.status).toBe('completed');
    expect((await rows()).map(({ latency_ms }) => latency_ms)).toEqual([-1, -1, -1]);
  });

  it('9.9: stores the gaps, and the kata with the gap that it is for', async () => {
    const { sessions, sessionId, store } = await sessionToWrapUp();
    await sessions.end();
    await sessions.wrappedUp(sessionId);
    const gaps = await store.gaps.list({ sessionId });
    expect(gaps.toReversed()).toMatchObject([
      { topic: 'Closures', evidence: 'four hints in one phase', severity: 'high', relatedConcepts: ['scope'] },
      { topic: 'Array methods', evidence: 'looped by hand twice', severity: 'low' },
    ]);
    expect(await store.katas.list()).toMatchObject([
      {
        knowledgeGapId: gaps[1]?.id,
        title: 'Counter',
        scaffoldingCode: 'export function counter() {}',
        instructorNotes: 'Expect a closure',
        constraints: [{ title: 'No let', minLevel: 4 }],
      },
    ]);
  });

  it('9.10: replaces the assessment of a skill and says what the stage was before', async () => {
    const { sessions, sessionId, store, server, clock } = await sessionToWrapUp();
    const skillArea = 'React state management';
    const first = await store.assessments.save({
      skillArea,
      stage: 'advanced_beginner',
      confidence: 0.3,
      evidence: 'x',
    });
    clock.advance(1_000);
    await sessions.end();
    const { details } = await sessions.wrappedUp(sessionId);
    expect(details?.skills).toEqual([{ skillArea, stage: 'competent', previousStage: 'advanced_beginner' }]);
    expect(await store.assessments.list()).toMatchObject([
      { id: first.id, stage: 'competent', confidence: 0.6, history: [{ sessionId }, { evidence: 'x' }] },
    ]);
    const sent = JSON.parse(server.callsOf('dreyfus_assessment')[0]?.userMessage ?? '');
    expect(sent).toMatchObject({
      accumulated_evidence: [{ skill_area: skillArea, sessions: 1, hint_trend: 'unknown', completion_rate: 0 }],
      current_assessments: [{ skill_area: skillArea, stage: 'advanced_beginner', confidence: 0.3 }],
      recent_session: { phases_completed: 1, hints_used: 1, independent_completions: 0, goal: 'Cart loses items' },
    });
  });

  it('9.11: stores memories that the next session finds', async () => {
    const { sessions, sessionId, memory, workspace } = await sessionToWrapUp();
    await sessions.end();
    await sessions.wrappedUp(sessionId);
    const [found] = await memory.queryMemories({ queryText: 'closures in the cart' });
    expect(found).toMatchObject({
      id: `mem_${sessionId}_0`,
      content: LEARNED.memory_summarisation.memories[0]?.content,
      metadata: { session_id: sessionId, project: workspace.root, importance: 'high', tags: 'closures' },
    });
  });

  it('9.13: has nothing to end without an active session', async () => {
    const { sessions } = await coachSessions();
    await expect(sessions.end({ transcript: 'We read it.' })).rejects.toThrow('No active session');
  });

  it('EC-58, EC-59, EC-60: stores nothing if there is nothing to store, which is no problem', async () => {
    const { sessions, sessionId, server, store, memory } = await sessionToWrapUp();
    const { session_summary } = LEARNED.knowledge_gap_extraction;
    server.answer('knowledge_gap_extraction', { knowledge_gaps: [], kata_specs: [], session_summary });
    server.answer('dreyfus_assessment', { assessments: [] });
    server.answer('memory_summarisation', { memories: [] });
    await sessions.end();
    expect(await sessions.wrappedUp(sessionId)).toMatchObject({ ...ZERO, details: { problems: [] } });
    expect([await store.gaps.list(), await store.assessments.list(), await memory.exportMemories()]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('EC-62: is done once, and ending again returns what it found', async () => {
    const { sessions, sessionId, server, anotherRun } = await sessionToWrapUp();
    const ends = await Promise.all([sessions.end(), sessions.end()]);
    expect(ends[1]).toEqual(ends[0]);
    const wrapped = await sessions.wrappedUp(sessionId);
    expect(await sessions.end()).toEqual(wrapped);
    expect(await (await anotherRun()).sessions.end({ sessionId })).toEqual(wrapped);
    expect(server.calls).toHaveLength(WRAP_UP_CALLS.length);
  });

  it('EC-63: gives the end of a long transcript to the model, without the secrets in it', async () => {
    const { sessions, sessionId, server } = await sessionToWrapUp();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    await sessions.end({ transcript: `${'The beginning.\n'.repeat(10_000)}We used ${token}.\nThe end.` });
    await sessions.wrappedUp(sessionId);
    const { transcript } = JSON.parse(server.callsOf('memory_summarisation')[0]?.userMessage ?? '');
    expect(transcript.length).toBeLessThanOrEqual(50_000);
    expect(transcript).toMatch(/^The beginning\.\n[\s\S]*We used \[redacted: [^\]]+\]\.\nThe end\.$/);
  });

  it('tells what happened from actions, messages and prompts if no agent does', async () => {
    const { sessions, wrapUps, sessionId, server, clock, actionLog } = await sessionToWrapUp();
    clock.advance(60_000);
    await wrapUps.notePrompt(sessionId, 'Why is `items` empty?\nMy password=hunter2-hunter2 fails.');
    await actionLog.logAction(sessionId, 'file_open', { path: '.env' });
    await sessions.end();
    await sessions.wrappedUp(sessionId);
    const { transcript, issue, phases } = JSON.parse(server.callsOf('memory_summarisation')[0]?.userMessage ?? '');
    expect(transcript.split('\n')).toEqual([
      '2026-11-16T10:00 session started: issueNumber 42',
      '2026-11-16T10:00 phase started: phaseNumber 1, Read the cart',
      '2026-11-16T10:00 file open: src/cart.ts',
      '2026-11-16T10:00 file save: src/cart.ts, charCount 7',
      '2026-11-16T10:00 decorations applied: src/cart.ts, count 1',
      '2026-11-16T10:00 phase completed: phaseNumber 1, Read the cart',
      '2026-11-16T10:00 coach (hint): What does the loop close over?',
      expect.stringContaining('person to the agent: Why is `items` empty?'),
      expect.stringMatching(/^My password=\[redacted/),
    ]);
    expect([issue, phases]).toEqual([
      'Cart loses items',
      [{ title: 'Read the cart', description: 'Find the closure' }],
    ]);
  });

  it('asks no model about a session in which nothing happened', async () => {
    const { server, sessions } = await sessionToWrapUp();
    await sessions.end();
    const { sessionId } = await sessions.start({ goal: 'nothing' });
    await sessions.end();
    const { details } = await sessions.wrappedUp(sessionId);
    expect(details?.problems).toEqual([expect.stringContaining('nothing to learn from')]);
    expect(server.calls.filter(({ userMessage }) => userMessage.includes('nothing'))).toEqual([]);
  });

  it('A wrap-up that the limit of the day stops asks nothing, says so, and is made up for on the next day.', async () => {
    const { sessions, sessionId, server, rows, ...coach } = await sessionToWrapUp({ dailyCapUsd: 1 });
    const spent = await coach.apiCallLog.logApiCall(sessionId, 'explain_this', { model: 'm', inputHash: 'h' });
    await spent.complete({ inputTokens: 1, outputTokens: 1, costEstimate: 1, latencyMs: 1 });
    await sessions.end();
    const { details, ...counts } = await sessions.wrappedUp(sessionId);
    expect(counts).toMatchObject({ sessionStatus: 'completed', ...ZERO });
    expect(details?.problems).toEqual([expect.stringContaining('will be looked for tomorrow')]);
    await coach.timers.fire();
    await sessions.wrappedUp(sessionId);
    expect([server.calls.length, (await rows()).length, (await coach.waiting()).length]).toEqual([0, 1, 1]);
    const told = coach.toldTypes().filter((type) => type === 'session:completed').length;

    coach.clock.advance(24 * 60 * 60 * 1000);
    await coach.timers.fire();
    const madeUp = await sessions.wrappedUp(sessionId);
    expect(madeUp).toMatchObject({ knowledgeGaps: 2, kataSpecs: 1, dreyfusUpdates: 1, memoriesStored: 2 });
    expect(madeUp.details?.problems).toEqual([]);
    expect(await coach.waiting()).toEqual([]);
    expect(coach.toldTypes().filter((type) => type === 'session:completed')).toHaveLength(told + 1);
  });

  it('invents nothing without a model: it remembers what was done, and says that it is the demo coach', async () => {
    const { sessions, store, memory, actionLog } = await coachSessions();
    const { sessionId } = await sessions.start({ goal: 'Cart loses items' });
    await sessions.createPhase({ title: 'Read the cart' });
    await sessions.createPhase({ title: 'Fix it' });
    await sessions.updatePhase(1, { status: 'complete' });
    await actionLog.logAction(sessionId, 'file_save', { path: 'src/cart.ts', charCount: 7 });
    await sessions.end();
    const { details, ...counts } = await sessions.wrappedUp(sessionId);
    expect(counts).toMatchObject({ ...ZERO, memoriesStored: 1, phasesCompleted: 1 });
    const fact =
      'Worked on: Cart loses items. Phases completed: Read the cart. Phases left open: Fix it. Hints shown: 0. Files changed: src/cart.ts.';
    expect(details).toMatchObject({
      memories: [fact],
      problems: [expect.stringContaining('Demo coach')],
      isDemo: true,
    });
    expect([await store.gaps.list(), await store.assessments.list()]).toEqual([[], []]);
    expect(await memory.exportMemories()).toMatchObject([{ content: fact, metadata: { tags: 'demo' } }]);
  });

  it('is not done for a session that was abandoned', async () => {
    const { sessionId, server, clock, timers, store, told, wrapUps, prompts } = await sessionToWrapUp();
    await wrapUps.notePrompt(sessionId, 'Why is it empty?');
    await timers.fire();
    clock.advance(8 * 24 * 60 * 60 * 1000);
    await timers.fire();
    expect((await store.sessions.get(sessionId))?.status).toBe('abandoned');
    expect(server.calls).toEqual([]);
    expect(await prompts()).toEqual([]);
    expect(told.slice(-2)).toMatchObject([
      ['session:ended', {}],
      ['session:completed', ZERO],
    ]);
  });

  it('forgets the prompts of the session, also one that arrives late', async () => {
    const { sessions, sessionId, wrapUps, prompts } = await sessionToWrapUp();
    await wrapUps.notePrompt(sessionId, 'Why is it empty?');
    expect(await prompts()).toHaveLength(1);
    await sessions.end();
    await sessions.wrappedUp(sessionId);
    await wrapUps.notePrompt(sessionId, 'Thank you.');
    expect(await prompts()).toEqual([]);
  });

  it('is shown to pages that connect while it runs and after it', async () => {
    const { sessions, sessionId, server } = await sessionToWrapUp();
    expect(await sessions.lastSummary()).toBeNull();
    const during = new Promise((resolve) => {
      server.onCall = () => resolve(sessions.lastSummary());
    });
    await sessions.end();
    expect(await during).toMatchObject({ ended: { summary: { sessionId } }, completed: null });
    await sessions.wrappedUp(sessionId);
    expect(await sessions.lastSummary()).toMatchObject({ completed: { sessionId, ...COUNTS } });
    await sessions.start({ goal: 'another' });
    expect(await sessions.lastSummary()).toBeNull();
  });
});
