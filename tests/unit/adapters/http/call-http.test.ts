import { MockAgent } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAnthropicAdapter } from '../../../../adapters/http/anthropic.js';
import { parseRetryAfter } from '../../../../adapters/http/call/classify-status.js';
import { readErrorBody } from '../../../../adapters/http/call/read-error-body.js';
import { createOpenaiAdapter } from '../../../../adapters/http/openai.js';
import { createOpenrouterAdapter } from '../../../../adapters/http/openrouter.js';
import type { ModelAdapter } from '../../../../src/models/index.js';
import { httpSettings } from '../../../support/http-vendors.js';
import { type LoopbackModelServer, startLoopbackModelServer } from '../../../support/loopback-model-server.js';

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-11-16T10:00:00Z');

  it.each([
    ['3', 3000],
    ['0.5', 500],
    ['Mon, 16 Nov 2026 10:00:07 GMT', 7000],
    ['Mon, 16 Nov 2026 09:59:00 GMT', undefined],
    ['0', undefined],
    ['-1', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('reads "%s" as %s ms', (header, ms) => {
    expect(parseRetryAfter(header, now)).toBe(ms);
  });
});

describe('readErrorBody', () => {
  it.each([
    ['{"error":{"message":"no","code":"model_not_found"}}', 'no', 'model_not_found', true],
    ['{"error":"no"}', 'no', '', true],
    ['{"type":"error","error":{"type":"not_found_error","message":"no"}}', 'no', 'not_found_error', true],
    ['{"detail":"Not Found"}', 'Not Found', '', false],
    ['<title>No</title><script>if (a > b) {}</script> \u001b[31mentry', 'No [31mentry', '', false],
    ['', '', '', false],
    ['[1]', '[1]', '', false],
  ])('reads %s', (body, message, code, isStructured) => {
    expect(readErrorBody(body)).toMatchObject({ message, code, isStructured });
  });

  it('cuts a long text', () => {
    expect(readErrorBody('word '.repeat(10_000)).message.length).toBeLessThan(310);
  });
});

describe('a call', () => {
  let server: LoopbackModelServer;
  beforeEach(async () => {
    server = await startLoopbackModelServer();
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });

  const ask = (adapter: ModelAdapter, model: string) =>
    adapter.ask({ model, prompt: 'Tea?', workingDirectory: '/', signal: new AbortController().signal });

  it('adds up the cost of every try', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 1, cost: 0.5 };
    server.script(
      { body: { choices: [], error: { code: 502, message: 'the provider is down' }, usage } },
      { body: { choices: [{ message: { content: 'Tea.' } }], usage } },
    );
    const answer = await ask(
      createOpenrouterAdapter(httpSettings(server.url), 'openrouter', { backoffBaseMs: 1 }),
      'x',
    );
    expect(answer).toMatchObject({ ok: true, value: { usage: { inputTokens: 20, outputTokens: 2, costUsd: 1 } } });
  });

  it('keeps the usage of a refusal, which costs money too', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 1, cost: 0.5 };
    server.script({ body: { choices: [{ message: {}, finish_reason: 'content_filter' }], usage } });
    const answer = await ask(createOpenrouterAdapter(httpSettings(server.url)), 'x');
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'refused' }, usage: { costUsd: 0.5 } } });
  });

  it('does not retry when the quota is spent', async () => {
    server.script({ status: 429, body: { error: { message: 'no credit', code: 'insufficient_quota' } } });
    const answer = await ask(createOpenaiAdapter(httpSettings(server.url)), 'gpt-4.1');
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'rate_limited', detail: 'no credit' } } });
    expect(server.asked).toHaveLength(1);
  });

  it('sends no key from the environment to a server without a configured key', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-of-the-environment');
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-the-environment');
    const settings = httpSettings(server.url, { apiKey: undefined });
    for (const adapter of [createAnthropicAdapter(settings), createOpenaiAdapter(settings)]) {
      expect(await ask(adapter, 'x')).toMatchObject({ error: { failure: { kind: 'not_logged_in' } } });
    }
    expect(server.asked).toHaveLength(0);
  });

  it.each([
    ['https://api.openai.com', '/v1/responses', createOpenaiAdapter, 'o3', '/v1'],
    ['https://openrouter.ai', '/api/v1/chat/completions', createOpenrouterAdapter, 'x/y', '/api/v1'],
    ['https://api.anthropic.com', '/v1/messages', createAnthropicAdapter, 'claude-x', ''],
  ])('reaches the hosted service at %s%s', async (origin, path, create, model, basePath) => {
    const agent = new MockAgent();
    agent.disableNetConnect();
    agent
      .get(origin)
      .intercept({ path, method: 'POST' })
      .reply(418, { error: { message: 'reached' } });
    const answer = await ask(create(httpSettings(`${origin}${basePath}/`), 'hosted', { dispatcher: agent }), model);
    expect(answer).toMatchObject({ error: { failure: { kind: 'rejected', status: 418, detail: 'reached' } } });
  });
});
