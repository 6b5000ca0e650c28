import { describe, expect, it } from 'vitest';
import { newPhase } from '../../../support/coaching-fixture.js';
import { observerFixture, triage, WRONG_FILE } from '../../../support/observer-fixture.js';

const MINUTE = 60_000;

describe('the life of the observer', () => {
  it('10.1: starts with the session: unmuted, with an idle check every 30 seconds, and tells pages', async () => {
    const { observer, toldOf, timers } = await observerFixture();
    const status = { active: true, muted: false, lastEvaluation: null };
    expect(observer.status()).toEqual(status);
    expect(toldOf('observer:status')).toEqual([status]);
    expect(timers.intervals()).toContain(30_000);
  });

  it('10.2: stops with the session: no timer, no evaluation, and tells pages', async () => {
    const { observer, sessions, toldOf, timers, open, wait, calls } = await observerFixture();
    await sessions.end();
    expect(toldOf('observer:status').at(-1)).toEqual({ active: false, muted: false, lastEvaluation: null });
    expect(timers.intervals()).not.toContain(30_000);
    await open('src/price.ts');
    await wait(10 * MINUTE);
    expect(calls()).toEqual([]);
    expect(observer.status().active).toBe(false);
  });

  it('EC-71: an idle check that comes while the session ends, or after it, asks no model', async () => {
    const { sessions, timers, clock, observer, calls } = await observerFixture();
    const checks = timers.waiting(30_000);
    expect(checks).toHaveLength(1);
    clock.advance(6 * MINUTE);
    const running = checks.map((check) => check());
    observer.follow(null);
    await Promise.all(running);
    await sessions.end();
    for (const check of checks) await check();
    expect(calls()).toEqual([]);
  });

  it('continues with a session that is paused, and knows its cooldown after a restart', async () => {
    const { observer, sessions, sessionId, server, open, rows, wait } = await observerFixture();
    server.answer('observer_triage', WRONG_FILE);
    await open('src/price.ts');
    await sessions.setPaused(true);
    expect(observer.status().active).toBe(true);
    observer.follow(null);
    await wait(MINUTE);
    observer.follow(sessionId);
    await open('src/cart.ts');
    expect(await rows('nudge_sent')).toHaveLength(1);
    expect(await rows('nudge_suppressed')).toEqual([{ reason: 'cooldown' }]);
  });
});

describe('a trigger', () => {
  it('10.3: a file that is opened leads to a nudge with signal, confidence and context', async () => {
    const { server, startPhase, type, open, clock, nudges, rows, lastContext } = await observerFixture();
    server.answer('observer_triage', WRONG_FILE);
    await startPhase();
    await type('src/price.ts');
    clock.advance(192_000);
    await open('src/price.ts');
    expect(lastContext()).toMatchObject({
      current_phase: { number: 1, title: 'Read the cart', expected_files: ['src/cart.ts'] },
      recent_actions: expect.arrayContaining([{ type: 'file_open', path: 'src/price.ts', ago: '0s' }]),
      current_file: 'src/price.ts',
      time_in_file: '3m12s',
      time_since_last_save: 'never',
      time_since_last_nudge: 'never',
      user_idle: false,
      findings: [],
    });
    expect(nudges()).toEqual([
      {
        nudgeId: expect.any(String),
        signal: 'wrong_file',
        confidence: 0.85,
        context: {
          current_file: 'src/price.ts',
          expected_file: 'src/cart.ts',
          time_in_file: '3m12s',
          phase_description: 'Do this: Read the cart',
        },
        text: 'You are working in src/price.ts. The phase is about src/cart.ts.',
        sentAt: clock.now().toISOString(),
      },
    ]);
    expect(await rows('nudge_sent')).toEqual([{ signal: 'wrong_file', confidence: 0.85 }]);
  });

  it('10.4: the fifth edit is one, and counting begins again', async () => {
    const { type, calls, clock, open } = await observerFixture();
    for (let count = 0; count < 4; count++) await type('src/cart.ts');
    expect(calls()).toHaveLength(0);
    await type('src/cart.ts');
    expect(calls()).toHaveLength(1);
    clock.advance(2 * MINUTE);
    for (let count = 0; count < 3; count++) await type('src/cart.ts');
    await open('src/price.ts');
    expect(calls()).toHaveLength(2);
    for (let count = 0; count < 4; count++) await type('src/price.ts');
    expect(calls()).toHaveLength(2);
  });

  it('10.5: five minutes without an action are one, and the context says so', async () => {
    const { server, wait, calls, lastContext, nudges } = await observerFixture();
    server.answer('observer_triage', triage({ should_nudge: true, signal: 'idle', confidence: 0.7 }));
    await wait(5 * MINUTE);
    expect(calls()).toHaveLength(0);
    await wait(MINUTE / 2);
    expect(lastContext()).toMatchObject({ user_idle: true });
    expect(nudges()).toMatchObject([{ signal: 'idle', confidence: 0.7 }]);
  });

  it.each(['phase_started', 'phase_completed'] as const)('10.6: %s is one', async (type) => {
    const { actionLog, sessionId, observer, calls } = await observerFixture();
    await actionLog.logAction(sessionId, type, { phaseId: 'p', phaseNumber: 1, title: 'Read' });
    await observer.settled();
    expect(calls()).toHaveLength(1);
  });

  it('is a test that an agent ran, which the model learns of', async () => {
    const { observer, calls, lastContext } = await observerFixture();
    observer.noteTestRun({ run: 'npm test', passed: false });
    await observer.settled();
    expect(calls()).toHaveLength(1);
    expect(lastContext()).toMatchObject({ test_runs: [{ run: 'npm test', passed: false, ago: '0s' }] });
  });

  it('asks no model if only time has passed since the last evaluation', async () => {
    const { observer, sessionId, actionLog, calls, clock } = await observerFixture();
    for (let count = 0; count < 25; count++) {
      await actionLog.logAction(sessionId, 'file_save', { path: 'src/cart.ts', charCount: 1 });
      await observer.settled();
      clock.advance(MINUTE);
    }
    // 20 equal actions are in the context, after the one that started the session.
    expect(calls()).toHaveLength(20);
  });

  it('10.15: works without a phase', async () => {
    const { open, lastContext } = await observerFixture();
    await open('src/cart.ts');
    expect(lastContext()).toMatchObject({ current_phase: null });
  });

  it('10.16: takes the person for a novice without an assessment, else takes the newest one', async () => {
    const { store, open, lastContext, clock } = await observerFixture();
    await open('src/cart.ts');
    expect(lastContext()).toMatchObject({ dreyfus_stage: 'novice' });
    const skill = { confidence: 0.5, evidence: 'x' };
    await store.assessments.save({ ...skill, skillArea: 'types', stage: 'expert' });
    clock.advance(1000);
    await store.assessments.save({ ...skill, skillArea: 'async', stage: 'competent' });
    await open('src/price.ts');
    expect(lastContext()).toMatchObject({ dreyfus_stage: 'competent' });
  });

  it('shows a model no file of secrets, and no secret in a text', async () => {
    const { store, sessionId, open, type, calls, clock } = await observerFixture();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const phases = [
      { title: 'Log in', description: `Use ${secret}`, hintLevel: 'none' as const, expectedFiles: ['a.ts'] },
    ];
    await store.plans.create({ sessionId, rawPlanText: '', phases, isStarted: true });
    for (let count = 0; count < 60; count++) {
      await type('.env');
      clock.advance(4000);
    }
    clock.advance(MINUTE);
    await open('.env');
    const sent = calls()
      .map(({ userMessage }) => userMessage)
      .join();
    expect(sent).toContain('wrong_file');
    expect(sent).toContain('"current_file":null');
    expect(sent).not.toContain('.env');
    expect(sent).not.toContain(secret);
  });
});

describe('silence', () => {
  it('10.7: lasts 120 seconds after a nudge', async () => {
    const { server, open, calls, clock, rows } = await observerFixture();
    server.answer('observer_triage', WRONG_FILE);
    await open('src/price.ts');
    clock.advance(90_000);
    await open('src/cart.ts');
    expect(calls()).toHaveLength(1);
    expect(await rows('nudge_suppressed')).toEqual([{ reason: 'cooldown' }]);
    clock.advance(30_000);
    await open('src/price.ts');
    expect(calls()).toHaveLength(2);
  });

  it('10.8: is kept while the person has done more than ten things in a minute', async () => {
    const { actionLog, sessionId, type, open, calls, rows } = await observerFixture();
    for (let count = 0; count < 4; count++) await type('src/cart.ts');
    for (let count = 0; count < 7; count++)
      await actionLog.logAction(sessionId, 'tab_switch', { fromPath: null, toPath: 'src/cart.ts' });
    await open('src/price.ts');
    expect(calls()).toHaveLength(0);
    expect(await rows('nudge_suppressed')).toEqual([{ reason: 'flow_state' }]);
  });

  it('is not kept because of what the coach and agents do', async () => {
    const { actionLog, sessionId, open, calls } = await observerFixture();
    for (let count = 0; count < 20; count++)
      await actionLog.logAction(sessionId, 'mcp_tool_call', { toolName: 'paige_get_buffer', sessionId: null });
    await open('src/price.ts');
    expect(calls()).toHaveLength(1);
  });

  it('10.9: is kept if the model is not sure', async () => {
    const { server, open, nudges, rows } = await observerFixture();
    server.answer('observer_triage', triage({ should_nudge: true, confidence: 0.5, signal: 'scope_drift' }));
    await open('src/price.ts');
    expect(nudges()).toEqual([]);
    const reason = 'low_confidence';
    expect(await rows('nudge_suppressed')).toEqual([{ signal: 'scope_drift', confidence: 0.5, reason }]);
  });

  it('10.10: is kept without a row if the model sees no reason, and the evaluation is noted', async () => {
    const { observer, open, nudges, rows, clock } = await observerFixture();
    clock.advance(1000);
    await open('src/price.ts');
    expect(nudges()).toEqual([]);
    expect(await rows('nudge_sent', 'nudge_suppressed')).toEqual([]);
    expect(observer.status().lastEvaluation).toBe(clock.now().toISOString());
  });

  it('10.11, 10.12, 10.13: is what a muted observer keeps, without a row, until it is unmuted', async () => {
    const { observer, open, wait, calls, rows, toldOf } = await observerFixture();
    await observer.mute(true);
    expect(toldOf('observer:status').at(-1)).toMatchObject({ active: true, muted: true });
    await open('src/price.ts');
    await wait(20 * MINUTE);
    expect(calls()).toHaveLength(0);
    expect(await rows('nudge_sent', 'nudge_suppressed')).toEqual([]);
    await observer.mute(false);
    expect(toldOf('observer:status').at(-1)).toMatchObject({ active: true, muted: false });
    expect(await rows('observer_muted')).toEqual([{ muted: true }, { muted: false }]);
    await open('src/cart.ts');
    expect(calls()).toHaveLength(1);
  });

  it('is kept about what the person does not want to hear now, until the next phase', async () => {
    const { observer, server, open, clock, nudges, rows, actionLog, sessionId } = await observerFixture();
    server.answer('observer_triage', WRONG_FILE);
    await open('src/price.ts');
    await observer.dismiss(nudges()[0]?.nudgeId ?? '', 'not_now');
    clock.advance(3 * MINUTE);
    await open('src/cart.ts');
    expect(await rows('nudge_suppressed')).toEqual([{ signal: 'wrong_file', confidence: 0.85, reason: 'declined' }]);
    await actionLog.logAction(sessionId, 'phase_started', { phaseId: 'p', phaseNumber: 2, title: 'Next' });
    await observer.settled();
    expect(nudges()).toHaveLength(2);
  });

  it('EC-67: is kept if the answer contradicts itself, with a warning', async () => {
    const { server, open, nudges, warnings } = await observerFixture();
    server.answer('observer_triage', triage({ should_nudge: true, signal: 'no_nudge' }));
    await open('src/price.ts');
    expect(nudges()).toEqual([]);
    expect(warnings).toEqual(['coaching.triage_contradiction']);
  });

  it('EC-69: is kept during a burst of saves, and one call runs at most', async () => {
    const { actionLog, sessionId, server, observer, clock, calls, rows } = await observerFixture();
    server.delayMs = 50;
    for (let count = 0; count < 100; count++) {
      await actionLog.logAction(sessionId, 'file_save', { path: 'src/cart.ts', charCount: count });
      clock.advance(20);
    }
    await observer.settled();
    expect(calls()).toHaveLength(1);
    const reasons = new Set((await rows('nudge_suppressed')).map((data) => JSON.stringify(data)));
    expect([...reasons]).toEqual(['{"reason":"flow_state"}']);
  });

  it('EC-72: is kept for as long as the model is not sure: no nudge, no message, and every trigger is looked at', async () => {
    const { server, open, clock, nudges, toldOf, rows, calls } = await observerFixture();
    server.answer('observer_triage', triage({ should_nudge: true, confidence: 0.69, signal: 'scope_drift' }));
    for (let count = 0; count < 15; count++) {
      await open(count % 2 === 0 ? 'src/cart.ts' : 'src/price.ts');
      clock.advance(MINUTE);
    }
    expect(calls()).toHaveLength(15);
    expect(await rows('nudge_suppressed')).toHaveLength(15);
    expect([nudges(), toldOf('coaching:message')]).toEqual([[], []]);
  });

  it('EC-73: phases that follow each other quickly are each looked at, until a nudge is sent', async () => {
    const { actionLog, sessionId, server, observer, calls, rows, nudges } = await observerFixture();
    const begin = async (phaseNumber: number) => {
      await actionLog.logAction(sessionId, 'phase_started', { phaseId: `p${phaseNumber}`, phaseNumber, title: 'Next' });
      await observer.settled();
    };
    for (const number of [1, 2, 3]) await begin(number);
    expect(calls()).toHaveLength(3);
    server.answer('observer_triage', WRONG_FILE);
    for (const number of [4, 5, 6]) await begin(number);
    expect(calls()).toHaveLength(4);
    expect(nudges()).toHaveLength(1);
    expect(await rows('nudge_suppressed')).toEqual([{ reason: 'cooldown' }, { reason: 'cooldown' }]);
  });

  it('EC-73: the last look is at the new phase if it begins while the one before ends', async () => {
    const { sessions, store, sessionId, observer, lastContext } = await observerFixture();
    const phases = [newPhase('Read the cart'), newPhase('Change the price')];
    await store.plans.create({ sessionId, rawPlanText: '', phases, isStarted: true });
    await sessions.updatePhase(2, { status: 'active' });
    await observer.settled();
    expect(lastContext()).toMatchObject({ current_phase: { number: 2, title: 'Change the price' } });
  });

  it('EC-70: a mute without a session is ignored with a warning', async () => {
    const { observer, sessions, rows, warnings } = await observerFixture();
    await sessions.end();
    await observer.mute(true);
    expect(warnings).toEqual(['coaching.mute_ignored']);
    expect(await rows('observer_muted')).toEqual([]);
  });
});

describe('a night without the person', () => {
  it('costs three calls, after 5, 15 and 45 minutes', async () => {
    const { wait, calls, clock, server } = await observerFixture();
    const start = clock.now().getTime();
    const minutes: number[] = [];
    server.onCall = () => void minutes.push((clock.now().getTime() - start) / MINUTE);
    await wait(8 * 60 * MINUTE);
    expect(minutes).toEqual([5.5, 15.5, 45.5]);
    expect(calls()).toHaveLength(3);
  });

  it('costs nothing without a page, and one call when a page is back', async () => {
    const { wait, calls, pages } = await observerFixture();
    pages.areOpen = false;
    await wait(8 * 60 * MINUTE);
    expect(calls()).toHaveLength(0);
    pages.areOpen = true;
    await wait(60 * MINUTE);
    expect(calls()).toHaveLength(1);
  });

  it('does not end with a row of our own, and begins again after an action', async () => {
    const { wait, calls, observer, open } = await observerFixture();
    await wait(6 * MINUTE);
    await observer.mute(false);
    await wait(5 * MINUTE);
    expect(calls()).toHaveLength(1);
    await open('src/cart.ts');
    await wait(6 * MINUTE);
    expect(calls()).toHaveLength(3);
  });
});

describe('one call at a time', () => {
  it('EC-65: a trigger during a call is skipped', async () => {
    const { actionLog, sessionId, server, observer, calls } = await observerFixture();
    server.delayMs = 50;
    for (const path of ['src/cart.ts', 'src/price.ts', 'src/cart.ts'])
      await actionLog.logAction(sessionId, 'file_open', { path });
    await observer.settled();
    expect(calls()).toHaveLength(1);
  });

  it.each(['the session ends', 'the person mutes'] as const)(
    'EC-66: what a call says is discarded if before its answer %s, and the call is paid',
    async (event) => {
      const { actionLog, sessionId, server, sessions, observer, nudges, rows, ledger } = await observerFixture();
      server.answer('observer_triage', WRONG_FILE);
      const asked = new Promise<void>((resolve) => {
        server.onCall = () => resolve();
      });
      server.delayMs = 50;
      await actionLog.logAction(sessionId, 'file_open', { path: 'src/price.ts' });
      await asked;
      await (event === 'the session ends' ? sessions.end() : observer.mute(true));
      await observer.settled();
      expect(nudges()).toEqual([]);
      expect(await rows('nudge_sent')).toEqual([]);
      expect(await ledger()).toMatchObject([{ call_type: 'observer_triage', input_tokens: 100 }]);
    },
  );

  it('what a call says about the old phase is discarded if the phase changes before its answer, and the new one is looked at', async () => {
    const { actionLog, sessionId, server, observer, nudges, rows, calls, lastContext } = await observerFixture();
    server.answer('observer_triage', WRONG_FILE);
    const asked = new Promise<void>((resolve) => {
      server.onCall = () => resolve();
    });
    server.delayMs = 50;
    await actionLog.logAction(sessionId, 'file_open', { path: 'src/price.ts' });
    await asked;
    server.answer('observer_triage', triage());
    await actionLog.logAction(sessionId, 'phase_started', { phaseId: 'p', phaseNumber: 2, title: 'Next' });
    await observer.settled();
    expect(nudges()).toEqual([]);
    expect(await rows('nudge_sent', 'nudge_suppressed')).toEqual([]);
    expect(await observer.pending()).toBeNull();
    expect(calls()).toHaveLength(2);
    expect(lastContext().recent_actions[0]).toMatchObject({ type: 'phase_started' });
  });

  it.each([
    ['that nothing happens', 'idle', 'src/cart.ts', 0],
    ['that the person is in the wrong file', 'wrong_file', 'src/cart.ts', 0],
    ['that the person is in the wrong file', 'wrong_file', 'src/price.ts', 1],
    ['that the work drifts away', 'scope_drift', 'src/cart.ts', 1],
  ] as const)(
    'what a call says, %s (%s), is judged by a file that is opened before its answer: %s',
    async (...given) => {
      const [, signal, path, count] = given;
      const { actionLog, sessionId, server, observer, nudges, rows, clock } = await observerFixture();
      server.answer('observer_triage', triage({ should_nudge: true, signal }));
      const asked = new Promise<void>((resolve) => {
        server.onCall = () => resolve();
      });
      server.delayMs = 50;
      await actionLog.logAction(sessionId, 'file_open', { path: 'src/price.ts' });
      await asked;
      clock.advance(1000);
      await actionLog.logAction(sessionId, 'file_open', { path });
      await observer.settled();
      expect([nudges().length, (await rows('nudge_sent')).length]).toEqual([count, count]);
      expect(await observer.pending()).toEqual(nudges()[0] ?? null);
    },
  );

  it('ends after a minute: a later nudge would be about something else', async () => {
    const deadlines: unknown[] = [];
    const callApi = ({ maxMs }: { readonly maxMs?: number }) => {
      deadlines.push(maxMs);
      return Promise.reject(new Error('timed out'));
    };
    const { open, nudges } = await observerFixture({ callApi });
    await open('src/price.ts');
    expect(deadlines).toEqual([MINUTE]);
    expect(nudges()).toEqual([]);
  });

  it('cancels a call when the program ends', async () => {
    const { actionLog, sessionId, server, observer, ledger } = await observerFixture();
    server.fail('observer_triage', 'hang');
    const asked = new Promise<void>((resolve) => {
      server.onCall = () => resolve();
    });
    await actionLog.logAction(sessionId, 'file_open', { path: 'src/price.ts' });
    await asked;
    await observer.close();
    expect(await ledger()).toMatchObject([{ latency_ms: -1 }]);
  });
});
