import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HTTP_VENDORS, type HttpVendor, httpSettings } from '../../../support/http-vendors.js';
import { type LoopbackModelServer, startLoopbackModelServer } from '../../../support/loopback-model-server.js';

let server: LoopbackModelServer;
beforeEach(async () => {
  server = await startLoopbackModelServer();
});
afterEach(() => server.close());

/** The limits that stand in the request, under whatever name. */
async function limitsSent({ create, api, model, wire }: HttpVendor, maxAnswerTokens?: number): Promise<unknown[]> {
  server.script({ body: wire.answer('Tea.') });
  const adapter = create(httpSettings(server.url, { api }), 'tested', { backoffBaseMs: 1 });
  const answer = await adapter.ask({
    model,
    prompt: 'Tea?',
    workingDirectory: '/',
    signal: new AbortController().signal,
    ...(maxAnswerTokens === undefined ? {} : { maxAnswerTokens }),
  });
  expect(answer.ok).toBe(true);
  const body = JSON.stringify(server.asked.at(-1)?.body);
  return [...body.matchAll(/"(?:max_tokens|max_completion_tokens|max_output_tokens|num_predict)":(\d+)/g)].map(
    ([, limit]) => Number(limit),
  );
}

describe.each(HTTP_VENDORS)('$title', (vendor) => {
  it('is told how long an answer the cost cap pays for, once', async () => {
    expect(await limitsSent(vendor, 1_500)).toEqual([1_500]);
  });
});

// Ollama takes any limit.
describe.each(HTTP_VENDORS.filter(({ path }) => path !== '/api/chat'))('$title', (vendor) => {
  it('is not sent a limit that a model could turn away', async () => {
    expect(await limitsSent(vendor, 900_000)).toEqual(await limitsSent(vendor));
  });
});

it('goes by the name that OpenAI itself has for it', async () => {
  const openai = HTTP_VENDORS.find(({ title }) => title === 'openai (chat)');
  if (openai === undefined) throw new Error('no such vendor');
  await limitsSent(openai, 1_500);
  expect(server.asked[0]?.body).toMatchObject({ max_completion_tokens: 1_500 });
});
