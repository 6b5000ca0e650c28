import { describe, expect, it } from 'vitest';
import type { SqliteDriver } from '../../../src/storage/index.js';
import { coachingIn, startSession } from '../../support/coaching-fixture.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

const HAIKU = { model: 'claude-haiku-4-5-20251001', inputHash: 'h1' };
const SONNET = { model: 'claude-sonnet-5', inputHash: 'h2' };

describe.each(sqliteDrivers)('the log of calls over $name', (driver) => {
  const open = () => callLogIn(driver);

  it('4.4: stores a call before it starts, and its latency, tokens and cost after it', async () => {
    const { log, rows, sessionId, clock } = await open();
    const call = await log.logApiCall(sessionId, 'coach_agent', SONNET);
    const before = {
      id: call.id,
      session_id: sessionId,
      call_type: 'coach_agent',
      model: 'claude-sonnet-5',
      input_hash: 'h2',
      latency_ms: null,
      input_tokens: null,
      output_tokens: null,
      cost_estimate: null,
      created_at: '2026-11-16T10:00:00.000Z',
    };
    expect(await rows()).toEqual([before]);
    clock.advance(1500);
    await call.complete({ latencyMs: 1499.6, inputTokens: 2000, outputTokens: 300, costEstimate: 0.0105 });
    const after = { ...before, latency_ms: 1500, input_tokens: 2000, output_tokens: 300, cost_estimate: 0.0105 };
    expect(await rows()).toEqual([after]);
    await call.fail();
    expect(await rows()).toEqual([after]);
  });

  it('4.4: stores an unknown price as NULL', async () => {
    const { log, rows, sessionId } = await open();
    const call = await log.logApiCall(sessionId, 'observer_triage', HAIKU);
    await call.complete({ latencyMs: 10, inputTokens: 5, outputTokens: 5, costEstimate: null });
    expect(await rows()).toMatchObject([{ latency_ms: 10, cost_estimate: null }]);
  });

  it('EC-19: stores a failed call with latency -1 and nothing used', async () => {
    const { log, rows, sessionId } = await open();
    await (await log.logApiCall(sessionId, 'coach_agent', SONNET)).fail();
    expect(await rows()).toMatchObject([{ latency_ms: -1, input_tokens: 0, output_tokens: 0, cost_estimate: 0 }]);
  });

  it('EC-19: stores what a refused or cut answer cost', async () => {
    const { log, rows, sessionId } = await open();
    const call = await log.logApiCall(sessionId, 'coach_agent', SONNET);
    await call.fail({ inputTokens: 100, outputTokens: 4096, costEstimate: 0.06 });
    expect(await rows()).toMatchObject([{ latency_ms: -1, output_tokens: 4096, cost_estimate: 0.06 }]);
  });

  it('needs a session, except for explaining, practice and the dashboard', async () => {
    const { log, rows } = await open();
    const sessionless = ['explain_this', 'practice_review', 'issue_assessment', 'learning_materials'] as const;
    for (const type of sessionless) await log.logApiCall(null, type, HAIKU);
    expect((await rows()).map(({ session_id }) => session_id)).toEqual([null, null, null, null]);
    const refused = { code: 'NO_SESSION' };
    await expect(log.logApiCall(null, 'coach_agent', HAIKU)).rejects.toMatchObject(refused);
    await expect(log.logApiCall('gone', 'explain_this', HAIKU)).rejects.toMatchObject(refused);
    expect(await rows()).toHaveLength(4);
  });

  it('4.6: adds up cost, tokens and latency, in total and by model', async () => {
    const { log, sessionId, clock } = await open();
    const first = await log.logApiCall(sessionId, 'coach_agent', SONNET);
    await first.complete({ latencyMs: 2000, inputTokens: 1000, outputTokens: 100, costEstimate: 0.5 });
    clock.advance(60_000);
    const since = clock.now();
    const second = await log.logApiCall(sessionId, 'observer_triage', HAIKU);
    await second.complete({ latencyMs: 400, inputTokens: 200, outputTokens: 20, costEstimate: 0.25 });
    await (await log.logApiCall(sessionId, 'observer_triage', HAIKU)).fail();
    const third = await log.logApiCall(null, 'explain_this', HAIKU);
    await third.complete({ latencyMs: 600, inputTokens: 10, outputTokens: 1, costEstimate: null });

    const haiku = { calls: 2, failedCalls: 1, unpricedCalls: 0, totalCost: 0.25, inputTokens: 200, outputTokens: 20 };
    expect(await log.spending({ sessionId })).toEqual({
      calls: 3,
      failedCalls: 1,
      unpricedCalls: 0,
      totalCost: 0.75,
      inputTokens: 1200,
      outputTokens: 120,
      averageLatencyMs: 1200,
      byModel: [
        {
          model: SONNET.model,
          calls: 1,
          failedCalls: 0,
          unpricedCalls: 0,
          totalCost: 0.5,
          inputTokens: 1000,
          outputTokens: 100,
          averageLatencyMs: 2000,
        },
        { model: HAIKU.model, ...haiku, averageLatencyMs: 400 },
      ],
    });
    expect(await log.spending({ since })).toMatchObject({
      calls: 3,
      unpricedCalls: 1,
      totalCost: 0.25,
      averageLatencyMs: 500,
    });
  });

  it('4.6: has zeros and no latency when there were no calls', async () => {
    const { log } = await open();
    expect(await log.spending()).toEqual({
      calls: 0,
      failedCalls: 0,
      unpricedCalls: 0,
      totalCost: 0,
      inputTokens: 0,
      outputTokens: 0,
      averageLatencyMs: null,
      byModel: [],
    });
  });

  it('still counts the cost of a session that was deleted', async () => {
    const { log, store, sessionId } = await open();
    const call = await log.logApiCall(sessionId, 'coach_agent', SONNET);
    await store.sessions.remove(sessionId);
    await call.complete({ latencyMs: 1, inputTokens: 1, outputTokens: 1, costEstimate: 0.5 });
    expect(await log.spending()).toMatchObject({ calls: 1, totalCost: 0.5 });
  });
});

async function callLogIn(driver: SqliteDriver) {
  const fixture = await coachingIn({ driver });
  const { database, store, apiCallLog: log } = fixture;
  const { id: sessionId } = await startSession(store);
  const rows = () => database.queries.selectFrom('api_call_log').selectAll().execute();
  return { ...fixture, log, sessionId, rows };
}
