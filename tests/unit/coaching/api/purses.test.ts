import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { ApiDailyCapError, type CallApiOptions } from '../../../../src/coaching/index.js';
import type { CallType } from '../../../../src/coaching/vocabulary.js';
import type { Price } from '../../../../src/models/index.js';
import { anthropicAdapter, callApiFixture } from '../../../support/call-api-fixture.js';
import { until } from '../../../support/loopback-model-server.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT = { inputPerMillion: 3, outputPerMillion: 15 };
/** By the field that tells the server which call it is. */
const FIELDS = {
  coach_agent: 'estimated_difficulty',
  explain_this: 'key_concepts',
  observer_triage: 'should_nudge',
  knowledge_gap_extraction: 'knowledge_gaps',
  dreyfus_assessment: 'assessments',
  memory_summarisation: 'memories',
  memory_retrieval_filter: 'relevant_memories',
} as const satisfies Partial<Record<CallType, string>>;

type Asked = keyof typeof FIELDS;

async function fixture(dailyCapUsd: number, price?: Price) {
  // Longer than any of these tests lets time pass.
  const made = await callApiFixture({ dailyCapUsd, timeoutMs: 600_000 });
  const { server, data, sessionId } = made;
  for (const [callType, field] of Object.entries(FIELDS)) server.answer(callType as CallType, { [field]: 'x' });
  const models = {
    ofTier: async () => ({
      adapter: anthropicAdapter(server),
      models: [{ id: 'claude-sonnet-5-5', price: price ?? DEFAULT }] as const,
    }),
  };
  const own = price === undefined ? made : { ...made, ...(await callApiFixture({ dailyCapUsd, models })) };
  const ask = (callType: Asked, other: Partial<CallApiOptions<unknown>> = {}) =>
    own.callApi({
      callType,
      model: 'sonnet',
      systemPrompt: 'Coach.',
      userMessage: 'Something.',
      responseSchema: z.object({ [FIELDS[callType]]: z.string() }),
      sessionId: own.sessionId,
      ...other,
    });
  /** As if a call of today had cost this. */
  const spend = async (callType: CallType, costEstimate: number) => {
    const call = await data.apiCallLog.logApiCall(sessionId, callType, { model: 'm', inputHash: 'h' });
    await call.complete({ inputTokens: 1, outputTokens: 1, costEstimate, latencyMs: 1 });
  };
  return { ...own, server, data, ask, spend };
}

// A wrap-up may cost 2 * (20,000 * 3 + 16,000 * 15) and 20,000 * 1 + 16,000 * 5 dollars per million: 70 cents.
const WRAP_UP_USD = 0.7;

describe('the money of a day', () => {
  it('What the person asks for leaves the price of a wrap-up, until the next day.', async () => {
    const { ask, spend, data } = await fixture(2);
    await spend('explain_this', 2 - WRAP_UP_USD - 0.01);
    await ask('explain_this');
    await spend('explain_this', 0.01);
    await expect(ask('explain_this')).rejects.toThrow('of which 0.70 are kept for the end of the session');
    data.clock.advance(DAY_MS);
    await ask('explain_this');
  });

  it('A wrap-up may use all of it, and not more.', async () => {
    const { ask, spend } = await fixture(2);
    await spend('explain_this', 1.99);
    await ask('knowledge_gap_extraction');
    await ask('memory_summarisation');
    await spend('explain_this', 0.01);
    await expect(ask('dreyfus_assessment')).rejects.toBeInstanceOf(ApiDailyCapError);
  });

  it('The observer has a quarter of it, and its calls leave the rest to the person.', async () => {
    const { ask, spend } = await fixture(2);
    await spend('observer_triage', 0.49);
    await ask('observer_triage');
    await spend('observer_triage', 0.01);
    await expect(ask('observer_triage')).rejects.toThrow('watching has cost 0.50 of its 0.50 US dollars a day');
    await ask('explain_this');
  });

  it('Half of a small limit at most is kept for the wrap-up.', async () => {
    const { ask, spend } = await fixture(0.05);
    await spend('explain_this', 0.0248);
    await ask('explain_this');
    await expect(ask('explain_this')).rejects.toBeInstanceOf(ApiDailyCapError);
    await ask('knowledge_gap_extraction');
  });

  it('Calls that run are counted with the most that they may cost, until they have ended.', async () => {
    const { ask, server, rows } = await fixture(2);
    let most = 0;
    const look = async () => {
      const running = (await rows()).filter(({ latency_ms }) => latency_ms === null);
      most = Math.max(most, running.length);
    };
    server.onCall = () => void look();
    // Each may cost two answers of 16,000 tokens at 15 dollars per million: 48 cents. The others wait.
    await Promise.all(Array.from({ length: 8 }, () => ask('coach_agent')));
    expect(server.calls).toHaveLength(8);
    expect(most).toBe(3);
    server.fail('coach_agent', 'refusal', 2);
    await Promise.allSettled([ask('coach_agent'), ask('coach_agent')]);
    await ask('coach_agent');
  });

  it('A thousand calls of unknown price stop no call: they count in dollars.', async () => {
    const { ask, data, sessionId } = await fixture(2);
    for (let count = 0; count < 1_000; count++) {
      await data.apiCallLog.logApiCall(sessionId, 'observer_triage', { model: 'new', inputHash: 'h' });
    }
    await ask('explain_this');
  });

  it('A model that costs nothing is not limited, also if a tool reports what it would have cost.', async () => {
    const { ask, rows, server } = await fixture(0, { inputPerMillion: 0, outputPerMillion: 0 });
    server.answer('explain_this', { key_concepts: 'x' });
    await ask('explain_this');
    expect(await rows()).toMatchObject([{ cost_estimate: 0, input_tokens: 100 }]);
  });

  it('A deliberation gets what is left for the person, except a tenth of the day for explanations while it runs.', async () => {
    const { ask, countCall, spend, sessionId, server } = await fixture(2);
    await spend('explain_this', 0.3);
    const call = await countCall({ sessionId, callType: 'council_question', userMessage: 'Which?' }, 'council');
    expect(call.maxCostUsd).toBeCloseTo(2 - WRAP_UP_USD - 0.3 - 0.2, 9);
    await ask('explain_this');
    await ask('explain_this');
    await ask('knowledge_gap_extraction');
    expect(server.calls).toHaveLength(3);
  });

  it('A deliberation gets half of a small rest, and a question for which it leaves nothing waits until its end.', async () => {
    const { ask, countCall, spend, sessionId, rows, server } = await fixture(2);
    await spend('explain_this', 2 - WRAP_UP_USD - 0.1);
    const call = await countCall({ sessionId, callType: 'council_question', userMessage: 'Which?' }, 'council');
    expect(call.maxCostUsd).toBeCloseTo(0.05, 9);
    await spend('explain_this', 0.05);
    const waiting = ask('explain_this');
    const given = new AbortController();
    const cancelled = ask('explain_this', { signal: given.signal });
    await ask('knowledge_gap_extraction');
    expect(server.calls.map(({ callType }) => callType)).toEqual(['knowledge_gap_extraction']);
    given.abort();
    await expect(cancelled).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    await call.complete({ inputTokens: null, outputTokens: null, costEstimate: 0.02, latencyMs: 1 });
    await waiting;
    expect((await rows()).reduce((sum, row) => sum + (row.cost_estimate ?? 0), 0)).toBeLessThan(2);
  });

  it('A call that ends while another one looks at the money is counted.', async () => {
    const { data, sessionId } = await callApiFixture();
    let endOther = async () => undefined as unknown;
    const apiCallLog: typeof data.apiCallLog = {
      ...data.apiCallLog,
      async spending(filter) {
        const found = await data.apiCallLog.spending(filter);
        await endOther();
        return found;
      },
    };
    const { countCall } = await callApiFixture({ apiCallLog });
    const asked = { sessionId, callType: 'council_question', userMessage: 'Which?' } as const;
    const first = await countCall(asked, 'council');
    const answered = { inputTokens: 1, outputTokens: 1, latencyMs: 1 };
    const small = await data.apiCallLog.logApiCall(sessionId, 'explain_this', { model: 'm', inputHash: 'h' });
    await small.complete({ ...answered, costEstimate: 0.25 });
    endOther = async () => first.complete({ ...answered, costEstimate: first.maxCostUsd });
    await expect(countCall(asked, 'council')).rejects.toThrow("today's calls cost 1.35 of 2.00");
  });

  it('A call of a wrap-up waits longer for another one than a person would.', async () => {
    const { ask, spend, server } = await fixture(2);
    await spend('explain_this', 1.9);
    server.fail('knowledge_gap_extraction', 'hang', 1);
    const asked = new Promise<void>((resolve) => {
      server.onCall = () => resolve();
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stopping = new AbortController();
    const hanging = ask('knowledge_gap_extraction', { signal: stopping.signal });
    await asked;
    const timers = vi.getTimerCount();
    const waiting = ask('dreyfus_assessment');
    await until(() => vi.getTimerCount() > timers, 'the second call');
    vi.advanceTimersByTime(120_000);
    vi.useRealTimers();
    stopping.abort();
    await expect(hanging).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    await waiting;
  });

  it('The observer waits for its own calls, and its money is spent only when they were.', async () => {
    const { ask, server } = await fixture(1);
    server.answer('observer_triage', { should_nudge: 'x' });
    await Promise.all([ask('observer_triage'), ask('observer_triage')]);
    expect(server.calls).toHaveLength(2);
  });

  it('The price of a wrap-up is kept back also if its models were found later than those of a question.', async () => {
    let hasLarge = false;
    const made = await callApiFixture();
    const adapter = anthropicAdapter(made.server);
    const priced = { adapter, models: [{ id: 'claude-sonnet-5-5', price: DEFAULT }] as const };
    const models = { ofTier: async (tier: string) => (tier === 'sonnet' && !hasLarge ? undefined : priced) };
    const { callApi, countCall, sessionId } = await callApiFixture({ models });
    made.server.answer('explain_this', { key_concepts: 'x' });
    await callApi({
      ...{ callType: 'explain_this', model: 'haiku', systemPrompt: '', userMessage: 'What?', sessionId },
      responseSchema: z.object({ key_concepts: z.string() }),
    });
    hasLarge = true;
    const call = await countCall({ sessionId, callType: 'council_question', userMessage: 'Which?' }, 'council');
    expect(call.maxCostUsd).toBeLessThan(2 - 0.9);
  });
});

describe('the thinking of a call', () => {
  it.each([
    ...(['observer_triage', 'explain_this', 'memory_retrieval_filter', 'memory_summarisation'] as const).map(
      (callType) => [callType, 'low'] as const,
    ),
    ...(['coach_agent', 'knowledge_gap_extraction', 'dreyfus_assessment'] as const).map(
      (callType) => [callType, 'medium'] as const,
    ),
  ])('%s is asked with effort %s and 16,000 tokens.', async (callType, effort) => {
    const { ask, server } = await fixture(2);
    await ask(callType);
    expect(server.calls).toMatchObject([{ effort, maxTokens: 16_000 }]);
  });

  it('A model that takes no effort is asked without one.', async () => {
    const made = await callApiFixture();
    const old = { id: 'claude-haiku-4-5', price: DEFAULT };
    const tier = { adapter: anthropicAdapter(made.server), models: [old] as const };
    const { callApi, sessionId } = await callApiFixture({ models: { ofTier: async () => tier } });
    made.server.answer('coach_agent', { estimated_difficulty: 'x' });
    await callApi({
      ...{ callType: 'coach_agent', model: 'haiku', systemPrompt: '', userMessage: 'Plan.', sessionId },
      responseSchema: z.object({ estimated_difficulty: z.string() }),
    });
    expect(made.server.calls).toMatchObject([{ model: 'claude-haiku-4-5', effort: undefined }]);
  });
});
