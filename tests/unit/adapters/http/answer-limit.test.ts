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

const unsupported = (name: string) => ({
  error: { message: `Unsupported parameter: '${name}' is not supported with this model. Use another one instead.` },
});
const unpermitted = (name: string) => ({ detail: [{ loc: ['body', name], msg: 'Extra inputs are not permitted' }] });

/** The names under which a limit is sent, in their order. */
function namesOf({ path, title }: HttpVendor): string[] {
  if (path === '/v1/responses') return ['max_output_tokens'];
  const names = ['max_tokens', 'max_completion_tokens'];
  return title === 'openai (chat)' ? names.reverse() : names;
}

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

const LIMITS = /"(max_tokens|max_completion_tokens|max_output_tokens|num_predict)":(\d+)/g;

/** The limits in a request, under any name. */
function limitsIn(body: unknown): number[] {
  return [...JSON.stringify(body).matchAll(LIMITS)].map(([, , limit]) => Number(limit));
}

function fieldsIn(body: unknown): string[] {
  return [...JSON.stringify(body).matchAll(LIMITS)].map(([, name = '']) => name);
}

/** Those of the request that was answered. */
async function limitsSent(vendor: HttpVendor, maxAnswerTokens?: number): Promise<number[]> {
  server.script({ body: vendor.wire.answer('Tea.') });
  const answer = await ask(vendor, maxAnswerTokens);
  expect(answer).toMatchObject({ ok: true });
  return limitsIn(server.asked.at(-1)?.body);
}

describe.each(HTTP_VENDORS)('$title', (vendor) => {
  it('gets the answer limit that the cost cap pays for, once', async () => {
    expect(await limitsSent(vendor, 1_500)).toEqual([1_500]);
  });

  it('gets a long limit, too', async () => {
    expect(await limitsSent(vendor, 9_000)).toEqual([9_000]);
  });

  it('gets a limit that is longer than any answer, too', async () => {
    // Anthropic's API wants one always, and has one that is enough for everything.
    expect(await limitsSent(vendor, 900_000)).toEqual([vendor.path === '/v1/messages' ? 16_000 : 900_000]);
  });
});

describe.each(HTTP_VENDORS.filter(({ path }) => !TAKE_ANY_LIMIT.includes(path)))('$title', (vendor) => {
  it.each([
    [900_000, [900_000, 16_000, 4_096]],
    [9_000, [9_000, 4_096]],
  ])('asks again with a lower limit if the server refuses a limit of %i', async (limit, sent) => {
    const turnedAway = sent.slice(1).map(() => ({ status: 400, body: TOO_HIGH }));
    server.script(...turnedAway, { body: vendor.wire.answer('Tea.') });
    expect(await ask(vendor, limit)).toMatchObject({ ok: true, value: { usage: { requests: sent.length } } });
    expect(server.asked.map(({ body }) => limitsIn(body))).toEqual(sent.map((one) => [one]));
  });

  it('stops asking a server that refuses every request, and says why', async () => {
    server.script({ status: 400, body: TOO_HIGH });
    const answer = await ask(vendor, 900_000);
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'rejected', status: 400 } } });
    const requests = namesOf(vendor).length + 3;
    expect(answer).toMatchObject({ error: { usage: { requests, inputTokens: 0, outputTokens: 0 } } });
    expect(server.asked).toHaveLength(requests);
  });

  it('asks a server without a limit again without one if the cap is high enough', async () => {
    const turnedAway = namesOf(vendor).map((name) => ({ status: 400, body: unsupported(name) }));
    server.script(...turnedAway, { body: vendor.wire.answer('Tea.') });
    expect(await ask(vendor, 900_000)).toMatchObject({ ok: true, value: { text: 'Tea.' } });
    expect(server.asked.map(({ body }) => fieldsIn(body))).toEqual([...namesOf(vendor).map((name) => [name]), []]);
  });

  it('does not ask a server without a limit if the cap is low, and says what to do', async () => {
    server.script({ status: 400, body: unsupported('max_tokens') });
    const answer = await ask(vendor, 1_500);
    const detail = expect.stringMatching(/answer limit of 1500 tokens .* cost cap .*; leave out max_cost_usd/);
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'rejected', status: 400, detail } } });
    expect(server.asked.map(({ body }) => limitsIn(body))).toEqual(namesOf(vendor).map(() => [1_500]));
  });

  it.each([
    'messages: roles must alternate',
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    'the prompt exceeds the context limit of 8192 tokens',
  ])('is asked once if it refuses something else: %s', async (message) => {
    server.script({ status: 400, body: { error: { message } } });
    for (const limit of [900_000, 1_500]) {
      const failure = { kind: 'rejected', status: 400, detail: message };
      expect(await ask(vendor, limit)).toMatchObject({ ok: false, error: { failure } });
    }
    expect(server.asked).toHaveLength(2);
  });
});

it.each([
  'max_tokens is too large: 9000. This model supports at most 4096 completion tokens, whereas you provided 9000.',
  'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
  '`max_tokens` must be less than or equal to `8192`, the maximum value for this model',
  "This model's maximum context length is 8192 tokens. However, you requested 9200 tokens (200 in the messages, 9000 in the completion).",
  'Input should be <= 8192, got 9,000',
])('lowers a limit that is too high, however a server reports it: %s', async (message) => {
  const [vendor] = HTTP_VENDORS.filter(({ path }) => path.endsWith('/chat/completions'));
  if (vendor === undefined) throw new Error('no such vendor');
  server.script({ status: 400, body: { error: { message } } }, { body: vendor.wire.answer('Tea.') });
  expect(await ask(vendor, 9_000)).toMatchObject({ ok: true });
  expect(server.asked.map(({ body }) => limitsIn(body))).toEqual([[9_000], [4_096]]);
});

describe.each(HTTP_VENDORS.filter(({ path }) => path.endsWith('/chat/completions')))('$title', (vendor) => {
  it.each([900_000, 1_500])('sends the limit of %i under the other name that the server knows', async (limit) => {
    const [first = '', second = ''] = namesOf(vendor);
    server.script({ status: 422, body: unpermitted(first) }, { body: vendor.wire.answer('Tea.') });
    expect(await ask(vendor, limit)).toMatchObject({ ok: true, value: { usage: { requests: 2 } } });
    expect(server.asked.at(-1)?.body).toMatchObject({ [second]: limit });
    expect(fieldsIn(server.asked.at(-1)?.body)).toEqual([second]);
  });
});

it('uses the name of the limit that OpenAI itself has', async () => {
  const openai = HTTP_VENDORS.find(({ title }) => title === 'openai (chat)');
  if (openai === undefined) throw new Error('no such vendor');
  await limitsSent(openai, 1_500);
  expect(server.asked[0]?.body).toMatchObject({ max_completion_tokens: 1_500 });
});
