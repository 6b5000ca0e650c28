import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelAnswer } from '../../../../src/models/index.js';
import { HTTP_VENDORS, type HttpVendor, httpSettings } from '../../../support/http-vendors.js';
import { type LoopbackModelServer, startLoopbackModelServer } from '../../../support/loopback-model-server.js';

let server: LoopbackModelServer;
beforeEach(async () => {
  server = await startLoopbackModelServer();
});
afterEach(() => server.close());

/** Ollama takes any; Anthropic's are below that of every model. */
const TAKE_ANY_LIMIT = ['/api/chat', '/v1/messages'];
const TOO_HIGH = { error: { message: 'the limit is too large: this model supports at most 4096 tokens' } };

async function ask({ create, api, model }: HttpVendor, maxAnswerTokens?: number): Promise<ModelAnswer> {
  const adapter = create(httpSettings(server.url, { api }), 'tested', { backoffBaseMs: 1 });
  return adapter.ask({
    model,
    prompt: 'Tea?',
    workingDirectory: '/',
    signal: new AbortController().signal,
    ...(maxAnswerTokens === undefined ? {} : { maxAnswerTokens }),
  });
}

/** The limits that stand in a request, under whatever name. */
function limitsIn(body: unknown): number[] {
  const names = /"(?:max_tokens|max_completion_tokens|max_output_tokens|num_predict)":(\d+)/g;
  return [...JSON.stringify(body).matchAll(names)].map(([, limit]) => Number(limit));
}

/** Those of the request that was answered. */
async function limitsSent(vendor: HttpVendor, maxAnswerTokens?: number): Promise<number[]> {
  server.script({ body: vendor.wire.answer('Tea.') });
  const answer = await ask(vendor, maxAnswerTokens);
  expect(answer).toMatchObject({ ok: true });
  return limitsIn(server.asked.at(-1)?.body);
}

describe.each(HTTP_VENDORS)('$title', (vendor) => {
  it('is told how long an answer the cost cap pays for, once', async () => {
    expect(await limitsSent(vendor, 1_500)).toEqual([1_500]);
  });

  it('is told so too where that is a long one', async () => {
    expect(await limitsSent(vendor, 9_000)).toEqual([9_000]);
  });

  it('is never sent none where there is a cap', async () => {
    // Anthropic's API wants one always, and has one that is enough for everything.
    expect(await limitsSent(vendor, 900_000)).toEqual([vendor.path === '/v1/messages' ? 16_000 : 900_000]);
  });
});

describe.each(HTTP_VENDORS.filter(({ path }) => !TAKE_ANY_LIMIT.includes(path)))('$title', (vendor) => {
  it.each([
    [900_000, [900_000, 16_000, 4_096]],
    [9_000, [9_000, 4_096]],
  ])('that turns a limit of %i away is asked with one that it takes', async (limit, sent) => {
    const turnedAway = sent.slice(1).map(() => ({ status: 400, body: TOO_HIGH }));
    server.script(...turnedAway, { body: vendor.wire.answer('Tea.') });
    expect(await ask(vendor, limit)).toMatchObject({ ok: true, value: { usage: { requests: sent.length } } });
    expect(server.asked.map(({ body }) => limitsIn(body))).toEqual(sent.map((one) => [one]));
  });

  it('that turns every request away is not asked for ever, and says why', async () => {
    server.script({ status: 400, body: TOO_HIGH });
    const answer = await ask(vendor, 900_000);
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'rejected', status: 400 } } });
    expect(answer).toMatchObject({ error: { usage: { requests: 3, inputTokens: 0, outputTokens: 0 } } });
    expect(server.asked).toHaveLength(3);
  });
});

it('goes by the name that OpenAI itself has for it', async () => {
  const openai = HTTP_VENDORS.find(({ title }) => title === 'openai (chat)');
  if (openai === undefined) throw new Error('no such vendor');
  await limitsSent(openai, 1_500);
  expect(server.asked[0]?.body).toMatchObject({ max_completion_tokens: 1_500 });
});
