import { expect, it } from 'vitest';
import { createCallApi } from '../../../../src/coaching/api/create-call-api.js';
import { createCouncilQuestions, type Deliberate } from '../../../../src/coaching/sessions/ask-council.js';
import type { Announce } from '../../../../src/coaching/sessions/session-state.js';
import { coachSessions } from '../../../support/session-fixture.js';

async function council(deliberate: Deliberate, dailyCapUsd = 2) {
  const { sessions, apiCallLog, workbench, clock, workspace, database } = await coachSessions();
  const models = { ofTier: async () => undefined };
  const logger = { log: () => undefined };
  const workingDirectory = workspace.root;
  const api = createCallApi({ apiCallLog, models, workbench, clock, logger, dailyCapUsd, workingDirectory });
  const told: unknown[] = [];
  const announce: Announce = (...event) => void told.push(event);
  const calls = () => database.queries.selectFrom('api_call_log').selectAll().execute();
  return { sessions, told, announce, calls, ...createCouncilQuestions({ ...api, sessions, deliberate }) };
}

it('starts a deliberation about the phase in the background and announces its verdict', async () => {
  const asked: unknown[] = [];
  const { sessions, ask, lastAnswer, announce, told, close } = await council(async (request, { started }) => {
    asked.push(request);
    started('d1');
    return { verdict: 'SQLite won 2 : 1.', hasAnswer: true, deliberationId: 'd1', costUsd: 0.5, seconds: 3 };
  });
  const { sessionId } = await sessions.start({ goal: 'Store the cart' });
  await sessions.createPhase({ title: 'Choose a store' });
  await sessions.updatePhase(1, { status: 'active' });
  await ask(' SQLite or\nfiles? ', announce);
  await close();
  expect(asked).toEqual([
    { question: 'SQLite or files?', context: expect.stringContaining('"phase":"Choose a store"'), maxCostUsd: 1.8 },
  ]);
  const question = 'SQLite or files?';
  expect(told).toEqual([
    ['council:answer', { question, status: 'running', text: 'The council deliberates.', deliberationId: null }],
    ['council:answer', { question, status: 'running', text: 'The council deliberates.', deliberationId: 'd1' }],
    ['council:answer', { question, status: 'done', text: 'SQLite won 2 : 1.', deliberationId: 'd1' }],
  ]);
  expect(lastAnswer(sessionId)).toMatchObject({ question, status: 'done' });
  expect(lastAnswer('another session')).toBeNull();
});

it('answers one question of a session at a time, and closing cancels it', async () => {
  const { sessions, ask, announce, told, close, calls } = await council(
    (_request, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled')))),
  );
  await sessions.start({ goal: 'Store the cart' });
  await ask('First?', announce);
  await expect(ask('Second?', announce)).rejects.toMatchObject({ code: 'CONFLICT' });
  await close();
  expect(told.at(-1)).toMatchObject(['council:answer', { status: 'failed', text: 'cancelled' }]);
  expect(await calls()).toMatchObject([{ latency_ms: -1, cost_estimate: null }]);
});

it('says why there is no verdict', async () => {
  const { sessions, ask, announce, told, close } = await council(async () => ({
    verdict: 'No participant answered.',
    hasAnswer: false,
    deliberationId: 'd2',
    costUsd: null,
    seconds: 1,
  }));
  await expect(ask('Anything?', announce)).rejects.toMatchObject({ code: 'NO_SESSION' });
  await sessions.start({ goal: 'Store the cart' });
  await expect(ask('  ', announce)).rejects.toThrow('write a question');
  await ask('Anything?', announce);
  await close();
  expect(told.at(-1)).toMatchObject(['council:answer', { status: 'failed', text: 'No participant answered.' }]);
});

it('counts what a deliberation has cost, and asks no more over the limit of the day', async () => {
  const verdict = { verdict: 'Yes.', hasAnswer: true, deliberationId: 'd3', costUsd: 0.6, seconds: 3 };
  const { sessions, ask, announce, told, close, calls } = await council(async () => verdict, 0.5);
  const { sessionId } = await sessions.start({ goal: 'Store the cart' });
  await ask('First?', announce);
  await close();
  expect(await calls()).toMatchObject([
    { session_id: sessionId, call_type: 'council_question', model: 'council', cost_estimate: 0.6, latency_ms: 3_000 },
  ]);
  const before = told.length;
  for (const question of ['Second?', 'Third?']) {
    await expect(ask(question, announce)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  }
  expect(told).toHaveLength(before);
});
