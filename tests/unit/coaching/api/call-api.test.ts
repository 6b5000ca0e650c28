import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  ApiCallError,
  ApiMaxTokensError,
  ApiNoModelError,
  ApiRefusalError,
  type CallApiOptions,
} from '../../../../src/coaching/index.js';
import { type CoachAgentResponse, responseSchema } from '../../../../src/coaching/prompts/coach-agent.js';
import { anthropicAdapter, callApiFixture } from '../../../support/call-api-fixture.js';

const PLAN: CoachAgentResponse = { phases: [], memory_connection: null, estimated_difficulty: 'beginner' };

async function fixture(changed: Parameters<typeof callApiFixture>[0] = {}) {
  const made = await callApiFixture(changed);
  made.server.answer('coach_agent', PLAN);
  const options = (other: Partial<CallApiOptions<CoachAgentResponse>> = {}): CallApiOptions<CoachAgentResponse> => ({
    callType: 'coach_agent',
    model: 'sonnet',
    systemPrompt: 'You are a coach.',
    userMessage: 'Plan this.',
    responseSchema,
    sessionId: made.sessionId,
    ...other,
  });
  return { ...made, options };
}

describe('a call that is answered', () => {
  it('7.1: returns the parsed answer and sends the system prompt, the message and the schema', async () => {
    const { callApi, options, server } = await fixture();
    expect(await callApi(options())).toEqual(PLAN);
    expect(server.calls).toMatchObject([
      { callType: 'coach_agent', system: 'You are a coach.', userMessage: 'Plan this.' },
    ]);
  });

  it('7.2, 7.6: stores model, latency, tokens and the cost of tokens times price', async () => {
    const { callApi, options, rows, sessionId } = await fixture();
    await callApi(options());
    const [row] = await rows();
    expect(row).toMatchObject({
      session_id: sessionId,
      call_type: 'coach_agent',
      model: 'claude-sonnet-5',
      input_tokens: 100,
      output_tokens: 10,
      cost_estimate: (100 * 3 + 10 * 15) / 1_000_000,
    });
    expect(row?.latency_ms).toBeGreaterThanOrEqual(0);
  });

  it('7.2: stores the full id of the model that answered to an alias', async () => {
    const { server } = await fixture();
    server.answer('coach_agent', PLAN);
    const alias = { id: 'claude-sonnet-latest', price: { inputPerMillion: 3, outputPerMillion: 15 } };
    const models = { ofTier: async () => ({ adapter: anthropicAdapter(server), models: [alias] as const }) };
    const { callApi, options, rows } = await fixture({ models });
    await callApi(options());
    expect(await rows()).toMatchObject([{ model: 'claude-sonnet-20261101', cost_estimate: 0.00045 }]);
  });

  it.each(['haiku', 'sonnet'] as const)('7.4, 7.5: asks the first model of the tier %s', async (model) => {
    const { callApi, options, server } = await fixture();
    await callApi(options({ model }));
    expect(server.calls).toMatchObject([{ model: `claude-${model}-5` }]);
  });

  it('7.10, EC-44: answers calls at the same time through one adapter', async () => {
    const { callApi, options, rows } = await fixture();
    const answers = await Promise.all(Array.from({ length: 5 }, () => callApi(options())));
    expect(answers).toEqual(Array(5).fill(PLAN));
    expect(await rows()).toHaveLength(5);
  });

  it('7.11: stores 16 hex characters of the hash of the message', async () => {
    const { callApi, options, rows } = await fixture();
    await callApi(options());
    const hash = createHash('sha256').update('Plan this.').digest('hex').slice(0, 16);
    expect(await rows()).toMatchObject([{ input_hash: hash }]);
  });

  it.each([
    ['7.12: allows 16,000 tokens unless told otherwise, because thinking counts, too', {}, 16_000],
    ['7.13: allows the tokens that the caller asked for', { maxTokens: 8192 }, 8192],
  ])('%s', async (_title, given, maxTokens) => {
    const { callApi, options, server } = await fixture();
    await callApi(options(given));
    expect(server.calls).toMatchObject([{ maxTokens }]);
  });

  it('stores NULL as the cost if no price of any model is known', async () => {
    const unpriced = await fixture();
    const models = {
      ofTier: async () => ({
        adapter: anthropicAdapter(unpriced.server),
        models: [{ id: 'new', price: undefined }] as const,
      }),
    };
    const { callApi, options, rows, server } = await fixture({ models });
    unpriced.server.answer('coach_agent', PLAN);
    await callApi(options());
    expect(server.calls).toHaveLength(0);
    expect(await rows()).toMatchObject([{ model: 'new', input_tokens: 100, cost_estimate: null }]);
  });
});

describe('a call that fails', () => {
  it('7.7, EC-40: is an ApiRefusalError with what the refusal cost', async () => {
    const { callApi, options, rows, server } = await fixture();
    server.fail('coach_agent', 'refusal');
    await expect(callApi(options())).rejects.toBeInstanceOf(ApiRefusalError);
    expect(await rows()).toMatchObject([
      { latency_ms: -1, input_tokens: 100, output_tokens: 10, cost_estimate: 0.00045 },
    ]);
  });

  it.each([
    // It was asked for once more with less effort.
    ['max_tokens', { input_tokens: 201, cost_estimate: 0.000918 }],
    ['context exceeded', { input_tokens: 100, cost_estimate: 0.00045 }],
  ] as const)(
    '7.8, EC-41, EC-45: is an ApiMaxTokensError with its cost if the answer was cut (%s)',
    async (fault, cost) => {
      const { callApi, options, rows, server } = await fixture();
      server.fail('coach_agent', fault);
      await expect(callApi(options())).rejects.toBeInstanceOf(ApiMaxTokensError);
      expect(await rows()).toMatchObject([{ latency_ms: -1, ...cost }]);
    },
  );

  it('A cut answer is asked for once more with less effort, and both are paid.', async () => {
    const { callApi, options, rows, server } = await fixture();
    server.fail('coach_agent', 'max_tokens', 1);
    expect(await callApi(options())).toEqual(PLAN);
    expect(server.calls.map(({ effort }) => effort)).toEqual(['medium', 'low']);
    expect(await rows()).toMatchObject([{ input_tokens: 201, output_tokens: 21 }]);
  });

  it('7.3, 7.9, EC-39: is retried by the adapter and stored once with latency -1', async () => {
    const { callApi, options, rows, server } = await fixture();
    server.fail('coach_agent', '429');
    await expect(callApi(options())).rejects.toThrow('rate limited');
    expect(server.calls).toHaveLength(3);
    expect(await rows()).toMatchObject([{ latency_ms: -1, input_tokens: 0, output_tokens: 0, cost_estimate: 0 }]);
  });

  it('7.9: is an answer if a retry helps', async () => {
    const { callApi, options, rows, server } = await fixture();
    server.fail('coach_agent', '529', 2);
    expect(await callApi(options())).toEqual(PLAN);
    expect(server.calls).toHaveLength(3);
    expect((await rows())[0]?.latency_ms).toBeGreaterThanOrEqual(0);
  });

  it('EC-42: ends at its deadline and costs nothing without figures', async () => {
    const { callApi, options, rows, server } = await fixture({ maxMs: 50 });
    server.fail('coach_agent', 'hang');
    await expect(callApi(options())).rejects.toThrow('timed out');
    expect(await rows()).toMatchObject([{ latency_ms: -1, input_tokens: null, cost_estimate: 0 }]);
  });

  it('ends at the deadline of the caller, if that is earlier', async () => {
    const { callApi, options, server } = await fixture();
    server.fail('coach_agent', 'hang');
    await expect(callApi(options({ maxMs: 50 }))).rejects.toThrow('timed out');
  });

  it('is cancelled by the caller', async () => {
    const { callApi, options, rows, server } = await fixture();
    const ending = new AbortController();
    server.onCall = () => ending.abort();
    server.fail('coach_agent', 'hang');
    const error = await callApi(options({ signal: ending.signal })).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiCallError);
    expect(error).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(await rows()).toMatchObject([{ latency_ms: -1 }]);
  });

  it('is not counted if it was cancelled before it began', async () => {
    const { callApi, options, rows, server } = await fixture();
    const cancelled = callApi(options({ signal: AbortSignal.abort() }));
    await expect(cancelled).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    expect([await rows(), server.calls]).toEqual([[], []]);
  });

  it('is refused without a session that is stored', async () => {
    const { callApi, options, server } = await fixture();
    await expect(callApi(options({ sessionId: null }))).rejects.toMatchObject({ code: 'NO_SESSION' });
    expect(server.calls).toEqual([]);
  });

  it('says so if there is no model', async () => {
    const { callApi, options, rows } = await fixture({ models: { ofTier: async () => undefined } });
    await expect(callApi(options())).rejects.toBeInstanceOf(ApiNoModelError);
    expect(await rows()).toEqual([]);
  });
});

describe('a model that does not exist', () => {
  it('is replaced by the next of its tier, is reported once, and is not asked again', async () => {
    const { callApi, options, rows, server, warnings } = await fixture();
    server.unknownModels.add('claude-sonnet-5');
    await callApi(options());
    await callApi(options());
    expect(server.calls.map(({ model }) => model)).toEqual(['claude-sonnet-5', 'claude-sonnet-4', 'claude-sonnet-4']);
    expect(await rows()).toMatchObject([
      { model: 'claude-sonnet-5', latency_ms: -1, input_tokens: 0, cost_estimate: 0 },
      { model: 'claude-sonnet-4' },
      { model: 'claude-sonnet-4' },
    ]);
    expect(warnings).toEqual([
      ['coaching.model_unknown', { adapter: 'anthropic', model: 'claude-sonnet-5', instead: 'claude-sonnet-4' }],
    ]);
  });

  it('is an error if it is the last one', async () => {
    const { callApi, options, server } = await fixture();
    server.unknownModels.add('claude-sonnet-5').add('claude-sonnet-4');
    await expect(callApi(options())).rejects.toThrow('unknown model claude-sonnet-4');
    expect(server.calls).toHaveLength(2);
  });
});

describe('a step whose answer is kept', () => {
  it('gives the same answer after a restart without a call', async () => {
    const { callApi, options, server, rows, anotherRun } = await fixture();
    await callApi(options({ recordAs: 'pipeline:1:coach' }));
    server.answer('coach_agent', { ...PLAN, estimated_difficulty: 'advanced' });
    expect(await anotherRun().callApi(options({ recordAs: 'pipeline:1:coach' }))).toEqual(PLAN);
    expect(server.calls).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });

  it('notes the price of a call that was answered before the program ended', async () => {
    const { callApi, options, data, rows, anotherRun } = await fixture();
    await callApi(options({ recordAs: 'step' }));
    const [settled] = await rows();
    const unsettled = { latency_ms: null, input_tokens: null, output_tokens: null, cost_estimate: null };
    await data.database.queries.updateTable('api_call_log').set(unsettled).execute();
    await anotherRun().callApi(options({ recordAs: 'step' }));
    expect(await rows()).toEqual([settled]);
  });

  it('asks again after its steps were forgotten', async () => {
    const { callApi, options, server, forgetSteps, sessionId } = await fixture();
    await callApi(options({ recordAs: 'pipeline:1:coach' }));
    await callApi(options({ recordAs: 'wrapup:coach' }));
    await forgetSteps(sessionId, 'pipeline:');
    await callApi(options({ recordAs: 'pipeline:1:coach' }));
    await callApi(options({ recordAs: 'wrapup:coach' }));
    expect(server.calls).toHaveLength(3);
  });

  it('An answer that cannot be kept is still counted, and its reservation ends.', async () => {
    const { callApi, countCall, options, workbench, rows, sessionId } = await fixture();
    const full = sql`CREATE TRIGGER full BEFORE INSERT ON model_answers BEGIN SELECT RAISE(FAIL, 'disk full'); END`;
    await full.execute(workbench.queries);
    await expect(callApi(options({ recordAs: 'step' }))).rejects.toThrow('disk full');
    expect(await rows()).toMatchObject([{ cost_estimate: (100 * 3 + 10 * 15) / 1_000_000 }]);
    const { maxCostUsd } = await countCall({ sessionId, callType: 'council_question', userMessage: '' }, 'council');
    expect(maxCostUsd).toBeGreaterThan(1);
  });

  it('keeps nothing of a call that failed', async () => {
    const { callApi, options, server } = await fixture();
    server.fail('coach_agent', 'wrong schema', 2);
    await expect(callApi(options({ recordAs: 'step' }))).rejects.toThrow('answer in the wrong form');
    expect(await callApi(options({ recordAs: 'step' }))).toEqual(PLAN);
  });

  it('asks again if the kept answer has another form than now expected', async () => {
    const { callApi, options, server, workbench } = await fixture();
    await callApi(options({ recordAs: 'step' }));
    const [{ answer } = { answer: '' }] = await workbench.queries
      .selectFrom('model_answers')
      .select('answer')
      .execute();
    await workbench.queries
      .updateTable('model_answers')
      .set({ answer: answer.replace('"phases"', '"parts"') })
      .execute();
    expect(await callApi(options({ recordAs: 'step' }))).toEqual(PLAN);
    expect(server.calls).toHaveLength(2);
  });
});
