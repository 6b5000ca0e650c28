import { describe, expect, it } from 'vitest';
import { coachSessions } from '../../../support/session-fixture.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('starting a session', () => {
  it('starts with the number of an issue, stores it as active and tells pages and hooks', async () => {
    const { sessions, store, told, noted, actions } = await coachSessions();
    const state = await sessions.start({ issueNumber: 42, goal: 'Cart loses items' });
    expect(state).toMatchObject({
      issueContext: { number: 42, title: 'Cart loses items' },
      phases: [],
      hintLevel: 'line',
      isPaused: false,
    });
    expect(await store.sessions.get(state.sessionId)).toMatchObject({ status: 'active', issueNumber: 42 });
    expect(told).toEqual([['session:started', { ...state, openFiles: [] }]]);
    expect(noted).toEqual([{ id: state.sessionId, isPaused: false, phase: null }]);
    expect(await actions(state.sessionId)).toEqual(['session_started']);
    expect(sessions.currentId()).toBe(state.sessionId);
  });

  it('starts with a goal of the person alone', async () => {
    const { sessions } = await coachSessions();
    const { issueContext } = await sessions.start({ goal: '  Learn generators ' });
    expect(issueContext).toMatchObject({ number: null, title: 'Learn generators' });
  });

  it('stores a title without characters that hide or reverse a part of it', async () => {
    const { sessions, store } = await coachSessions();
    const { sessionId, issueContext } = await sessions.start({
      goal: 'Fix\u202egnp.exe\u2066\u200b the\n\u001b[2Jcart',
    });
    expect(issueContext.title).toBe('Fixgnp.exe the cart');
    expect((await store.sessions.get(sessionId))?.issueTitle).toBe('Fixgnp.exe the cart');
    const issue = { number: 7, title: 'Cart\u202e', summary: 'It\u200b\nloses', labels: ['bug\u2066'], url: null };
    await sessions.showIssueContext(issue);
    expect((await sessions.current())?.issueContext).toMatchObject({
      ...{ title: 'Cart', summary: 'It\nloses', labels: ['bug'] },
    });
  });

  it('names an issue by its number while its title is unknown', async () => {
    const { sessions } = await coachSessions();
    expect((await sessions.start({ issueNumber: 7 })).issueContext.title).toBe('Issue 7');
  });

  it('refuses a start without an issue and without a goal', async () => {
    const { sessions } = await coachSessions();
    await expect(sessions.start({ goal: ' ' })).rejects.toMatchObject({ code: 'INVALID_MESSAGE' });
  });

  it('refuses a second session with a conflict that names the active one', async () => {
    const { sessions } = await coachSessions();
    const { sessionId } = await sessions.start({ goal: 'Cart loses items' });
    const second = sessions.start({ goal: 'Something else' });
    await expect(second).rejects.toMatchObject({ code: 'CONFLICT', details: { sessionId } });
    await expect(second).rejects.toThrow('"Cart loses items"');
  });

  it('lets one of two starts at once win', async () => {
    const { sessions } = await coachSessions();
    const starts = await Promise.allSettled([sessions.start({ goal: 'one' }), sessions.start({ goal: 'two' })]);
    expect(starts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('does not begin if hooks cannot be reached, because an agent could write, and is offered instead', async () => {
    const { sessions, hooks, told } = await coachSessions();
    hooks.cannotBeTold = true;
    await expect(sessions.start({ goal: 'one' })).rejects.toThrow('the disk is full');
    expect(await sessions.current()).toBeNull();
    expect(told).toEqual([]);
    hooks.cannotBeTold = false;
    const [offered] = await sessions.unfinished();
    expect((await sessions.resume(offered?.id ?? '')).sessionId).toBe(offered?.id);
  });

  it('tells only the page that asked by its own function', async () => {
    const { sessions, told } = await coachSessions();
    const answers: string[] = [];
    await sessions.start({ goal: 'one' }, (...[type]) => void answers.push(type));
    expect(answers).toEqual(['session:started']);
    expect(told).toEqual([]);
  });
});

describe('resuming a session', () => {
  it('offers a session that an earlier run left open, without making it active', async () => {
    const { sessions, anotherRun } = await coachSessions();
    const { sessionId } = await sessions.start({ issueNumber: 42, goal: 'Cart loses items' });
    const next = await anotherRun();
    expect(await next.sessions.current()).toBeNull();
    expect(await next.sessions.unfinished()).toMatchObject([{ id: sessionId, issueTitle: 'Cart loses items' }]);
    expect(next.noted).toEqual([]);
    await expect(next.sessions.start({ goal: 'Another' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('continues with its phases, hint level and messages', async () => {
    const { sessions, anotherRun } = await coachSessions();
    const { sessionId } = await sessions.start({ goal: 'Cart loses items' });
    await sessions.createPhase({ title: 'Read the cart' });
    await sessions.updatePhase(1, { status: 'active' });
    await sessions.setHintLevel('line');
    await sessions.sendMessage({ message: 'Look at the cart', type: 'hint' });
    const next = await anotherRun();
    const state = await next.sessions.resume(sessionId);
    expect(state).toMatchObject({ hintLevel: 'line', phases: [{ title: 'Read the cart', status: 'active' }] });
    expect((await next.sessions.marks()).messages).toMatchObject([{ message: 'Look at the cart', type: 'hint' }]);
    const { messages } = await next.sessions.marks();
    expect(next.told).toEqual([['session:resumed', { restoredState: state, messages, reviews: [] }]]);
    expect(next.noted).toEqual([{ id: sessionId, isPaused: false, phase: 'Read the cart' }]);
    expect(await next.actions(sessionId)).toContain('session_resumed');
    expect(await next.sessions.unfinished()).toEqual([]);
  });

  it('refuses a session that has ended, and one of another project', async () => {
    const { sessions, store } = await coachSessions();
    const { sessionId } = await sessions.start({ goal: 'one' });
    await sessions.end();
    await expect(sessions.resume(sessionId)).rejects.toMatchObject({ code: 'CONFLICT' });
    const other = await store.sessions.create({ projectDir: '/elsewhere', issueNumber: null, issueTitle: 'x' });
    await expect(sessions.resume(other.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('ending a session', () => {
  it('completes it with a summary whose counts are 0', async () => {
    const { sessions, store, clock, toldTypes, noted, actions } = await coachSessions();
    const { sessionId } = await sessions.start({ goal: 'one' });
    await sessions.createPhase({ title: 'Read' });
    await sessions.updatePhase(1, { status: 'complete' });
    clock.advance(90_000);
    expect(await sessions.end()).toEqual({
      sessionId,
      sessionStatus: 'completed',
      durationMs: 90_000,
      phasesCompleted: 1,
      knowledgeGaps: 0,
      kataSpecs: 0,
      dreyfusUpdates: 0,
      memoriesStored: 0,
    });
    expect(await store.sessions.get(sessionId)).toMatchObject({ status: 'completed' });
    expect(await sessions.current()).toBeNull();
    await sessions.wrappedUp(sessionId);
    expect(toldTypes().slice(-2)).toEqual(['session:ended', 'session:completed']);
    expect(noted.at(-1)).toBeUndefined();
    expect((await actions(sessionId)).at(-1)).toBe('session_ended');
  });

  it('EC-62: returns the stored summary again when it is ended twice', async () => {
    const { sessions, clock, actions, anotherRun } = await coachSessions();
    const { sessionId } = await sessions.start({ goal: 'one' });
    await sessions.end();
    const first = await sessions.wrappedUp(sessionId);
    clock.advance(60_000);
    expect(await sessions.end()).toEqual(first);
    expect((await actions(sessionId)).filter((type) => type === 'session_ended')).toHaveLength(1);
    expect(await (await anotherRun()).sessions.end({ sessionId })).toEqual(first);
  });

  it('ends although hooks cannot be reached, and tells them when it is ended again', async () => {
    const { sessions, hooks, noted, toldTypes } = await coachSessions();
    await sessions.start({ goal: 'one' });
    hooks.cannotBeTold = true;
    await expect(sessions.end()).rejects.toThrow('the disk is full');
    expect(await sessions.current()).toBeNull();
    expect(toldTypes()).toContain('session:ended');
    hooks.cannotBeTold = false;
    await sessions.end();
    expect(noted.at(-1)).toBeUndefined();
  });

  it('6.17: reports that there is no session to end', async () => {
    const { sessions } = await coachSessions();
    await expect(sessions.end()).rejects.toMatchObject({ code: 'NO_SESSION' });
    await expect(sessions.end()).rejects.toThrow('No active session');
  });

  it('ends a session that was left open, by its id', async () => {
    const { sessions, store, anotherRun } = await coachSessions();
    const { sessionId } = await sessions.start({ goal: 'one' });
    const next = await anotherRun();
    await next.sessions.end({ sessionId });
    expect(await store.sessions.get(sessionId)).toMatchObject({ status: 'completed' });
    expect(await next.sessions.unfinished()).toEqual([]);
  });

  it('4.8: ends the summaries of edits with the session', async () => {
    const { sessions, actionLog, actions, timers } = await coachSessions();
    const { sessionId } = await sessions.start({ goal: 'one' });
    await actionLog.updateBuffer(sessionId, { path: 'a.ts', charCount: 10, previousCharCount: 9 });
    await sessions.end();
    expect((await actions(sessionId)).slice(-2)).toEqual(['buffer_summary', 'session_ended']);
    await timers.fire();
    expect((await actions(sessionId)).at(-1)).toBe('session_ended');
  });
});

describe('pausing a session', () => {
  it('lets agents write until it continues', async () => {
    const { sessions, noted } = await coachSessions();
    const { sessionId } = await sessions.start({ goal: 'one' });
    expect((await sessions.setPaused(true)).isPaused).toBe(true);
    expect(noted.at(-1)).toEqual({ id: sessionId, isPaused: true, phase: null });
    expect((await sessions.setPaused(false)).isPaused).toBe(false);
    expect(noted.at(-1)).toMatchObject({ isPaused: false });
  });

  it('is not paused after it was resumed by another run', async () => {
    const { sessions, anotherRun } = await coachSessions();
    const { sessionId } = await sessions.start({ goal: 'one' });
    await sessions.setPaused(true);
    const next = await anotherRun();
    expect((await next.sessions.resume(sessionId)).isPaused).toBe(false);
  });

  it('needs an active session', async () => {
    const { sessions } = await coachSessions();
    await expect(sessions.setPaused(true)).rejects.toMatchObject({ code: 'NO_SESSION' });
  });

  it('says that writes are held only after a hook has reported', async () => {
    const { sessions } = await coachSessions();
    expect(sessions.writes()).toBe('no_session');
    await sessions.start({ goal: 'one' });
    expect(sessions.writes()).toBe('not_protected');
    sessions.hookReported();
    expect(sessions.writes()).toBe('held');
    await sessions.setPaused(true);
    expect(sessions.writes()).toBe('paused');
  });
});

describe('a session without an action for a week', () => {
  it('is offered when the coach starts, and abandoned when another one is started', async () => {
    const { sessions, store, clock, anotherRun } = await coachSessions();
    const { sessionId } = await sessions.start({ goal: 'one' });
    clock.advance(7 * DAY_MS + 1);
    const next = await anotherRun();
    expect(await next.sessions.unfinished()).toMatchObject([{ id: sessionId }]);
    await next.sessions.start({ goal: 'two' });
    expect(await store.sessions.get(sessionId)).toMatchObject({ status: 'abandoned' });
    expect(await next.sessions.end({ sessionId })).toMatchObject({ sessionStatus: 'abandoned' });
  });

  it('is abandoned while the coach runs, and agents may write again', async () => {
    const { sessions, clock, timers, toldTypes, noted } = await coachSessions();
    await sessions.start({ goal: 'one' });
    await timers.fire();
    clock.advance(7 * DAY_MS + 1);
    await timers.fire();
    expect(await sessions.current()).toBeNull();
    expect(toldTypes()).toContain('session:ended');
    expect(noted.at(-1)).toBeUndefined();
  });

  it('is not abandoned because the clock was set ahead', async () => {
    const { sessions, clock, timers, anotherRun } = await coachSessions();
    const { sessionId } = await sessions.start({ goal: 'one' });
    await timers.fire();
    clock.setAhead(120 * DAY_MS);
    await timers.fire();
    await expect(sessions.start({ goal: 'two' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await sessions.current()).toMatchObject({ sessionId });
    const next = await anotherRun();
    expect((await next.sessions.resume(sessionId)).sessionId).toBe(sessionId);
  });

  it('stays if something happened within the week', async () => {
    const { sessions, actionLog, clock, anotherRun } = await coachSessions();
    const { sessionId } = await sessions.start({ goal: 'one' });
    clock.advance(6 * DAY_MS);
    await actionLog.logAction(sessionId, 'file_open', { path: 'a.ts' });
    clock.advance(6 * DAY_MS);
    expect(await (await anotherRun()).sessions.unfinished()).toHaveLength(1);
  });
});

describe('a pause that hooks cannot know of', () => {
  it.each([true, false])('changes nothing for pages, either (paused: %s)', async (isPaused) => {
    const { sessions, hooks } = await coachSessions();
    await sessions.start({ goal: 'one' });
    await sessions.setPaused(!isPaused);
    const before = sessions.writes();
    hooks.cannotBeTold = true;
    await expect(sessions.setPaused(isPaused)).rejects.toThrow('the disk is full');
    expect(sessions.writes()).toBe(before);
    expect((await sessions.expectCurrent()).isPaused).toBe(!isPaused);
  });
});
