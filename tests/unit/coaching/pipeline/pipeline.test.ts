import { describe, expect, it, onTestFinished } from 'vitest';
import { COACH_ANSWER, memory, pipelineFixture, REQUEST } from '../../../support/pipeline-fixture.js';

describe('a plan that becomes phases', () => {
  it('9.1, FR-109 to FR-116: asks for memories, filters them, asks the coach, stores and shows the plan', async () => {
    const queries: unknown[] = [];
    const found = [memory('Lost lines in the parser')];
    const made = await pipelineFixture({
      memory: {
        isMemoryAvailable: async () => true,
        queryMemories: async (query) => {
          queries.push(query);
          return found;
        },
      },
    });
    const { pipeline, sessions, store, server, calls, told } = made;
    await store.assessments.save({ skillArea: 'types', stage: 'competent', confidence: 1, evidence: 'x' });
    const { sessionId } = await sessions.start({ issueNumber: 7 });
    told.length = 0;
    const result = await pipeline.run(REQUEST);
    expect(queries).toEqual([{ queryText: expect.stringContaining(REQUEST.issueSummary), nResults: 10 }]);
    expect(server.calls.map(({ callType, model }) => [callType, model])).toEqual([
      ['memory_retrieval_filter', 'claude-haiku-5'],
      ['coach_agent', 'claude-sonnet-5'],
    ]);
    expect(JSON.parse(server.calls[1]?.userMessage ?? '')).toMatchObject({
      plan: REQUEST.planText,
      dreyfus_stage: 'competent',
      relevant_memories: [{ content: 'Lost lines in the parser' }],
      project_files: [
        { path: 'src/cart.ts', lines: 4 },
        { path: 'src/price.ts', lines: 2 },
      ],
    });
    expect(await calls()).toMatchObject([{ session_id: sessionId }, { session_id: sessionId }]);
    expect(result).toMatchObject({
      planId: expect.any(String),
      memoryConnection: COACH_ANSWER.memory_connection,
      estimatedDifficulty: 'intermediate',
      isDemo: false,
      phases: [
        { number: 1, title: 'Read the cart', hintLevel: 'file', status: 'active' },
        { number: 2, status: 'pending' },
        { number: 3, status: 'pending' },
      ],
    });
    expect(told.map(([type]) => type)).toEqual([
      'coaching:plan_ready',
      'hints:level',
      'explorer:hint_files',
      'editor:highlight_lines',
    ]);
    expect(await made.actions(sessionId)).toEqual([
      ...['session_started', 'coaching_pipeline', 'phase_started'],
      ...['file_hints_applied', 'decorations_applied'],
    ]);
    expect(await made.keptSteps()).toEqual([]);
  });

  it('9.8: stores one plan, its phases in order and their hints', async () => {
    const { pipeline, sessions, stored } = await pipelineFixture();
    await sessions.start({ issueNumber: 7 });
    const { planId } = await pipeline.run(REQUEST);
    const { plans, phases, hints } = await stored();
    expect(plans).toMatchObject([{ id: planId, raw_plan_text: REQUEST.planText }]);
    expect(phases).toMatchObject([
      { number: 1, title: 'Read the cart', hint_level: 'file', status: 'active', expected_files: '["src/cart.ts"]' },
      { number: 2, hint_level: 'none', status: 'pending', expected_files: '["src/price.ts","src/new.ts"]' },
      { number: 3, hint_level: 'line', status: 'pending' },
    ]);
    expect(hints).toMatchObject([
      { phase_id: phases[0]?.id, type: 'file', path: 'src/cart.ts', style: 'important' },
      {
        phase_id: phases[0]?.id,
        type: 'line',
        start_line: 2,
        end_line: 3,
        hover_text: 'What happens to the last one?',
      },
      { phase_id: phases[1]?.id, type: 'file', path: 'src/new.ts' },
    ]);
  });

  it('9.12: announces the plan, and a page that connects later finds it in the session', async () => {
    const { pipeline, sessions, told } = await pipelineFixture();
    await sessions.start({ issueNumber: 7 });
    const { planId } = await pipeline.run(REQUEST);
    const plan = { planId, memoryConnection: null, estimatedDifficulty: 'intermediate', isDemo: false };
    const ready = told.find(([type]) => type === 'coaching:plan_ready');
    expect(ready?.[1]).toMatchObject({ ...plan, phases: [{ number: 1 }, { number: 2 }, { number: 3 }] });
    expect(await sessions.current()).toMatchObject({ plan, hintLevel: 'file', hintsUsed: 0 });
  });

  it('9.13: needs an active session', async () => {
    const { pipeline, server } = await pipelineFixture();
    await expect(pipeline.run(REQUEST)).rejects.toThrow('No active session');
    expect(server.calls).toEqual([]);
  });

  it('9.2: works without memories if their store is out of reach', async () => {
    const { pipeline, sessions, server } = await pipelineFixture({
      memory: { isMemoryAvailable: async () => false, queryMemories: async () => [memory('x')] },
    });
    await sessions.start({ issueNumber: 7 });
    expect(await pipeline.run(REQUEST)).toMatchObject({ memoryConnection: null });
    expect(server.calls).toMatchObject([{ callType: 'coach_agent' }]);
    expect(JSON.parse(server.calls[0]?.userMessage ?? '')).toMatchObject({ relevant_memories: [] });
  });

  it('9.3: works without memories if the filter fails, and says so in the log', async () => {
    const { pipeline, sessions, server, memories, warnings } = await pipelineFixture();
    memories.push(memory('x'));
    server.fail('memory_retrieval_filter', 'refusal');
    await sessions.start({ issueNumber: 7 });
    expect(await pipeline.run(REQUEST)).toMatchObject({ memoryConnection: null });
    expect(warnings).toContain('coaching.without_memories');
  });

  it('9.4: stores nothing if the coach fails, and a later request is a new run', async () => {
    const { pipeline, sessions, server, stored, calls, keptSteps, memories } = await pipelineFixture();
    memories.push(memory('x'));
    server.fail('coach_agent', 'refusal', 1);
    await sessions.start({ issueNumber: 7 });
    await expect(pipeline.run(REQUEST)).rejects.toThrow('coach_agent: refused to answer');
    expect(await stored()).toEqual({ plans: [], phases: [], hints: [] });
    expect(await keptSteps()).toEqual([]);
    expect(await calls()).toMatchObject([{ latency_ms: expect.any(Number) }, { latency_ms: -1 }]);
    await pipeline.run(REQUEST);
    expect((await stored()).plans).toHaveLength(1);
  });

  it('EC-54: gives a very long plan to the coach as it is', async () => {
    const { pipeline, sessions, server } = await pipelineFixture();
    await sessions.start({ issueNumber: 7 });
    const planText = 'A step of the plan. '.repeat(5_000);
    await pipeline.run({ ...REQUEST, planText });
    expect(JSON.parse(server.calls[0]?.userMessage ?? '')).toMatchObject({ plan: planText });
  });

  it('EC-55: asks for no filter if there are no memories', async () => {
    const { pipeline, sessions, server } = await pipelineFixture();
    await sessions.start({ issueNumber: 7 });
    await pipeline.run(REQUEST);
    expect(server.calls.map(({ callType }) => callType)).toEqual(['coach_agent']);
  });

  it('EC-56: has no connection if no memory is relevant, whatever the coach says', async () => {
    const { pipeline, sessions, server, memories } = await pipelineFixture();
    memories.push(memory('x'));
    server.answer('memory_retrieval_filter', { relevant_memories: [], discarded: [] });
    await sessions.start({ issueNumber: 7 });
    expect(await pipeline.run(REQUEST)).toMatchObject({ memoryConnection: null });
  });

  it('EC-57: stores a plan without phases', async () => {
    const { pipeline, sessions, server, stored } = await pipelineFixture();
    server.answer('coach_agent', { ...COACH_ANSWER, phases: [] });
    await sessions.start({ issueNumber: 7 });
    expect(await pipeline.run(REQUEST)).toMatchObject({ phases: [] });
    expect((await stored()).plans).toHaveLength(1);
  });

  it('EC-61: makes a new plan for every request, also for the same one at the same time', async () => {
    const { pipeline, sessions, stored } = await pipelineFixture();
    await sessions.start({ issueNumber: 7 });
    const results = await Promise.all([pipeline.run(REQUEST), pipeline.run(REQUEST)]);
    results.push(await pipeline.run(REQUEST));
    expect(new Set(results.map(({ planId }) => planId)).size).toBe(3);
    expect((await stored()).plans).toHaveLength(3);
  });

  it('stores nothing if the session ends during the call', async () => {
    const { pipeline, sessions, server, stored } = await pipelineFixture();
    await sessions.start({ issueNumber: 7 });
    const ended = new Promise<unknown>((resolve) => {
      server.onCall = () => resolve(sessions.end());
    });
    server.delayMs = 50;
    await expect(Promise.all([pipeline.run(REQUEST), ended])).rejects.toMatchObject({ code: 'NO_SESSION' });
    expect((await stored()).plans).toEqual([]);
  });
});

describe('a plan without a model', () => {
  it.each([
    ['without any model', { hasNoModel: true }],
    ['over the limit of the day', { dailyCapUsd: 0 }],
  ])('is split by its own structure and labeled %s', async (_title, changes) => {
    const { pipeline, sessions, server, warnings } = await pipelineFixture(changes);
    await sessions.start({ issueNumber: 7 });
    const result = await pipeline.run(REQUEST);
    expect(result).toMatchObject({
      isDemo: true,
      phases: [{ title: 'Read src/cart.ts' }, { title: 'Change src/price.ts' }],
    });
    expect(await sessions.current()).toMatchObject({ plan: { isDemo: true } });
    expect(server.calls).toEqual([]);
    expect(warnings).toContain('coaching.demo_coach');
  });
});

describe('an interrupted run', () => {
  /** A program that ends after the coach has answered and before the plan is stored. */
  async function interruptedRun() {
    const made = await pipelineFixture();
    made.memories.push(memory('x'));
    const { sessionId } = await made.sessions.start({ issueNumber: 7 });
    let end: (reason: Error) => void = () => undefined;
    const usePlan = () =>
      new Promise<never>((_resolve, reject) => {
        end = reject;
      });
    const dead = made.pipelineOf({ ...made.sessions, usePlan }).run(REQUEST);
    dead.catch(() => undefined);
    await until(async () => (await made.keptSteps()).length === 2);
    onTestFinished(() => end(new Error('the program has ended')));
    return { ...made, sessionId, next: await made.restarted() };
  }

  it('is continued by the same request without paying again, as one plan', async () => {
    const { next, sessionId, server, stored, calls, actions } = await interruptedRun();
    await next.sessions.resume(sessionId);
    const { planId } = await next.pipeline.run(REQUEST);
    const { plans, phases, hints } = await stored();
    expect([plans.length, phases.length, hints.length]).toEqual([1, 3, 3]);
    expect(plans[0]?.id).toBe(planId);
    expect(server.calls).toHaveLength(2);
    expect(await calls()).toHaveLength(2);
    expect((await actions(sessionId)).filter((type) => type === 'coaching_pipeline')).toHaveLength(1);
    expect((await next.pipeline.run(REQUEST)).planId).not.toBe(planId);
  });

  it('is continued when its session is resumed', async () => {
    const { next, sessionId, server, stored } = await interruptedRun();
    await next.sessions.resume(sessionId);
    await until(async () => next.toldTypes().includes('coaching:plan_ready'));
    expect((await stored()).plans).toHaveLength(1);
    expect(server.calls).toHaveLength(2);
  });
});

describe('a run that was continued', () => {
  it('tells the person why it failed', async () => {
    const { restarted, sessions, server, runsOf } = await pipelineFixture();
    const { sessionId } = await sessions.start({ issueNumber: 7 });
    await runsOf().begin(sessionId, REQUEST);
    server.fail('coach_agent', 'refusal');
    const next = await restarted();
    await next.sessions.resume(sessionId);
    await until(async () => next.toldTypes().includes('coaching:message'));
    const message = expect.stringContaining('coach_agent: refused to answer');
    expect((await next.sessions.marks()).messages).toMatchObject([{ type: 'warning', message }]);
  });

  it('is not the answer to its request after another one', async () => {
    const { restarted, sessions, runsOf } = await pipelineFixture();
    const { sessionId } = await sessions.start({ issueNumber: 7 });
    const { planId } = await runsOf().begin(sessionId, REQUEST);
    const next = await restarted();
    await next.sessions.resume(sessionId);
    await until(async () => next.toldTypes().includes('coaching:plan_ready'));
    await next.pipeline.run({ ...REQUEST, issueSummary: 'Another.' });
    expect((await next.pipeline.run(REQUEST)).planId).not.toBe(planId);
  });
});

describe('a plan that was stored and could not be shown', () => {
  async function hiddenPlan() {
    const made = await pipelineFixture();
    await made.sessions.start({ issueNumber: 7 });
    made.hooks.cannotBeTold = true;
    await expect(made.pipeline.run(REQUEST)).rejects.toThrow('the disk is full');
    made.hooks.cannotBeTold = false;
    return made;
  }

  it('is shown by the same request, and is not paid again', async () => {
    const { pipeline, sessions, server, stored, toldTypes, keptSteps } = await hiddenPlan();
    const { planId } = await pipeline.run(REQUEST);
    expect(await sessions.current()).toMatchObject({ plan: { planId, isDemo: false } });
    expect(toldTypes()).toContain('explorer:hint_files');
    expect((await stored()).plans).toHaveLength(1);
    expect(server.calls).toHaveLength(1);
    expect(await keptSteps()).toEqual([]);
  });

  it('keeps its label if another request fails', async () => {
    const { pipeline, sessions, server } = await hiddenPlan();
    server.fail('coach_agent', 'refusal');
    await expect(pipeline.run({ ...REQUEST, issueSummary: 'Another.' })).rejects.toThrow('refused');
    expect(await sessions.current()).toMatchObject({ plan: { isDemo: false } });
  });
});

describe('a run that is not wanted any more', () => {
  it('leaves nothing when its caller cancels it', async () => {
    const { pipeline, sessions, server, runs, keptSteps, memories } = await pipelineFixture();
    memories.push(memory('x'));
    await sessions.start({ issueNumber: 7 });
    const caller = new AbortController();
    server.fail('coach_agent', 'hang');
    server.onCall = ({ callType }) => callType === 'coach_agent' && caller.abort();
    await expect(pipeline.run(REQUEST, caller.signal)).rejects.toThrow();
    expect([await runs(), await keptSteps()]).toEqual([[], []]);
  });

  it('asks no further model, and is not without memories, when it is cancelled during the filter', async () => {
    const { pipeline, sessions, server, calls, memories, warnings } = await pipelineFixture();
    memories.push(memory('x'));
    await sessions.start({ issueNumber: 7 });
    const caller = new AbortController();
    server.fail('memory_retrieval_filter', 'hang');
    server.onCall = () => caller.abort();
    await expect(pipeline.run(REQUEST, caller.signal)).rejects.toThrow();
    expect(await calls()).toMatchObject([{ call_type: 'memory_retrieval_filter' }]);
    expect(warnings).toEqual([]);
  });

  it('is stopped when its session ends, and asks no further model', async () => {
    const { pipeline, sessions, server, memories, runs, keptSteps } = await pipelineFixture();
    memories.push(memory('x'));
    await sessions.start({ issueNumber: 7 });
    server.fail('memory_retrieval_filter', 'hang');
    const ended = new Promise<unknown>((resolve) => {
      server.onCall = () => resolve(sessions.end());
    });
    const outcome = { code: 'NO_SESSION', message: 'the session of this plan has ended' };
    await expect(Promise.all([pipeline.run(REQUEST), ended])).rejects.toMatchObject(outcome);
    expect(server.calls.map(({ callType }) => callType)).not.toContain('coach_agent');
    expect([await runs(), await keptSteps()]).toEqual([[], []]);
  });

  it('is removed at the end of a session, also if it is of a session that ended before', async () => {
    const { pipeline, sessions, runs, runsOf } = await pipelineFixture();
    const first = await sessions.start({ issueNumber: 7 });
    await sessions.end();
    await runsOf().begin(first.sessionId, REQUEST);
    const { sessionId } = await sessions.start({ issueNumber: 8 });
    const { planId } = await pipeline.run(REQUEST);
    await runsOf().begin(sessionId, REQUEST);
    await sessions.end();
    await pipeline.close();
    expect(await runs()).toMatchObject([{ plan_id: planId }]);
  });

  it('is discarded when a newer one begins', async () => {
    const { restarted, sessions, server, stored, runs, runsOf } = await pipelineFixture();
    const { sessionId } = await sessions.start({ issueNumber: 7 });
    const next = await restarted();
    await next.sessions.resume(sessionId);
    await runsOf().begin(sessionId, { ...REQUEST, issueSummary: 'Older.' });
    const { planId } = await next.pipeline.run(REQUEST);
    expect(await runs()).toMatchObject([{ plan_id: planId }]);
    expect((await stored()).plans).toHaveLength(1);
    expect(server.calls).toHaveLength(1);
  });

  it('does not end after a newer one that was left with it', async () => {
    const { restarted, sessions, server, store, clock, runsOf } = await pipelineFixture();
    const { sessionId } = await sessions.start({ issueNumber: 7 });
    const older = await runsOf().begin(sessionId, { ...REQUEST, issueSummary: 'Older.' });
    clock.advance(1_000);
    const newer = await runsOf().begin(sessionId, REQUEST);
    const next = await restarted();
    const current: unknown[] = [];
    server.onCall = () => {
      void store.plans.current(sessionId).then((plan) => current.push(plan?.id));
    };
    await next.sessions.resume(sessionId);
    await until(async () => next.toldTypes().filter((type) => type === 'coaching:plan_ready').length === 2);
    expect(current).toEqual([undefined, older.planId]);
    expect((await store.plans.current(sessionId))?.id).toBe(newer.planId);
  });
});

describe('a run that was finished before the program ended', () => {
  async function finishedRun() {
    const made = await pipelineFixture();
    const { sessionId } = await made.sessions.start({ issueNumber: 7 });
    const result = await made.pipeline.run(REQUEST);
    const next = await made.restarted();
    await next.sessions.resume(sessionId);
    return { ...made, result, next };
  }

  it('is the answer to the first same request after that, and costs nothing', async () => {
    const { result, next, server, stored } = await finishedRun();
    expect(await next.pipeline.run(REQUEST)).toEqual(result);
    expect((await stored()).plans).toHaveLength(1);
    expect(server.calls).toHaveLength(1);
    expect((await next.pipeline.run(REQUEST)).planId).not.toBe(result.planId);
  });

  it('is not the answer to another request, and not after the session got another plan', async () => {
    const { result, next, stored } = await finishedRun();
    const other = await next.pipeline.run({ ...REQUEST, issueSummary: 'The cart is slow.' });
    expect(other.planId).not.toBe(result.planId);
    expect((await next.pipeline.run(REQUEST)).planId).not.toBe(result.planId);
    expect((await stored()).plans).toHaveLength(3);
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(setImmediate);
}
