import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLmstudioAdapter } from '../../../../adapters/http/lmstudio.js';
import { createNebiusAdapter } from '../../../../adapters/http/nebius.js';
import { createOpenaiAdapter, needsResponses } from '../../../../adapters/http/openai.js';
import { createOpenrouterAdapter } from '../../../../adapters/http/openrouter.js';
import type { ModelAdapter } from '../../../../src/models/index.js';
import { httpSettings } from '../../../support/http-vendors.js';
import { type LoopbackModelServer, startLoopbackModelServer } from '../../../support/loopback-model-server.js';

let server: LoopbackModelServer;
beforeEach(async () => {
  server = await startLoopbackModelServer();
});
afterEach(() => server.close());

const ask = (create: typeof createOpenaiAdapter, model: string, reasoningEffort?: string) => {
  const adapter: ModelAdapter = create(httpSettings(server.url), 'tested', { backoffBaseMs: 1 });
  const signal = new AbortController().signal;
  const effort = reasoningEffort === undefined ? {} : { reasoningEffort };
  return adapter.ask({ model, prompt: 'Tea?', workingDirectory: '/', signal, ...effort });
};

const chatAnswer = (content: unknown, finishReason = 'stop') => ({
  body: { choices: [{ message: { content }, finish_reason: finishReason }] },
});

describe('needsResponses', () => {
  it.each(['o1', 'o3-pro', 'o4-mini', 'gpt-5', 'gpt-5.1-codex', 'gpt-5-mini', 'codex-mini-latest', 'ft:o4-mini:a::b'])(
    'is true for %s',
    (model) => expect(needsResponses(model)).toBe(true),
  );
  it.each(['gpt-4o', 'gpt-4.1-mini', 'gpt-oss-20b', 'chatgpt-4o-latest', 'ft:gpt-4o:a::b', 'professor-x'])(
    'is false for %s',
    (model) => expect(needsResponses(model)).toBe(false),
  );
});

describe('Responses', () => {
  it('passes the effort on and asks the vendor to keep nothing', async () => {
    server.script({ body: { output: [] } });
    await ask(createOpenaiAdapter, 'o3', 'high');
    expect(server.asked[0]?.body).toMatchObject({ input: 'Tea?', store: false, reasoning: { effort: 'high' } });
  });

  it('accept a truncated text as an answer, and read a filtered one as a refusal', async () => {
    const output = [{ type: 'message', content: [{ type: 'output_text', text: 'Te' }] }];
    const incomplete = (reason: string) => ({ body: { output, status: 'incomplete', incomplete_details: { reason } } });
    server.script(incomplete('max_output_tokens'), incomplete('content_filter'));
    expect(await ask(createOpenaiAdapter, 'o3')).toMatchObject({ ok: true, value: { text: 'Te' } });
    expect(await ask(createOpenaiAdapter, 'o3')).toMatchObject({ error: { failure: { kind: 'refused' } } });
  });

  it('tries again when the generation failed on the server', async () => {
    const output = [{ type: 'message', content: [{ type: 'output_text', text: 'Tea.' }] }];
    const error = { code: 'server_error', message: 'sorry' };
    server.script({ body: { status: 'failed', output: [], error } }, { body: { status: 'completed', output } });
    expect(await ask(createOpenaiAdapter, 'o3')).toMatchObject({ ok: true, value: { text: 'Tea.' } });
  });
});

describe('Chat Completions', () => {
  it('passes the effort on in the form of each service', async () => {
    server.script(chatAnswer('Tea.'));
    await ask(createNebiusAdapter, 'x', 'low');
    await ask(createLmstudioAdapter, 'x', 'low');
    await ask(createOpenrouterAdapter, 'x', 'low');
    await ask(createOpenaiAdapter, 'gpt-4.1', 'low');
    const [nebius, lmstudio, openrouter, openai] = server.asked.map((request) => request.body);
    expect(nebius).toMatchObject({ reasoning_effort: 'low' });
    expect(lmstudio).toMatchObject({ reasoning_effort: 'low' });
    expect(openrouter).toMatchObject({ reasoning: { effort: 'low' }, usage: { include: true } });
    // These models do not reason, and the service rejects the field for them.
    expect(openai).not.toHaveProperty('reasoning_effort');
  });

  it('accept a truncated text as an answer, and read a filtered one as a refusal', async () => {
    server.script(chatAnswer('Te', 'length'), chatAnswer('Te', 'content_filter'));
    expect(await ask(createNebiusAdapter, 'x')).toMatchObject({ ok: true, value: { text: 'Te' } });
    expect(await ask(createNebiusAdapter, 'x')).toMatchObject({ error: { failure: { kind: 'refused' } } });
  });

  it('reads an answer in parts', async () => {
    server.script(
      chatAnswer([
        { type: 'text', text: 'Te' },
        { type: 'text', text: 'a.' },
      ]),
    );
    expect(await ask(createNebiusAdapter, 'x')).toMatchObject({ ok: true, value: { text: 'Tea.' } });
  });

  it('leaves out the reasoning of the model', async () => {
    server.script(chatAnswer('<think>VOTE: coffee?</think>\n\nTea.'), chatAnswer('<think>Hmm', 'length'));
    expect(await ask(createLmstudioAdapter, 'x')).toMatchObject({ ok: true, value: { text: 'Tea.' } });
    expect(await ask(createLmstudioAdapter, 'x')).toMatchObject({ error: { failure: { kind: 'empty_answer' } } });
  });

  it('reads a moderation flag as a refusal, not as a bad key', async () => {
    const error = { code: 403, message: 'flagged', metadata: { reasons: ['violence'] } };
    server.script({ status: 403, body: { error } });
    expect(await ask(createOpenrouterAdapter, 'x')).toMatchObject({ error: { failure: { kind: 'refused' } } });
  });

  it.each([
    ['model_not_found', 'unknown_model', 1],
    ['authentication_error', 'not_logged_in', 1],
    ['insufficient_quota', 'rate_limited', 1],
    ['rate_limit_exceeded', 'rate_limited', 3],
    ['content_filter', 'refused', 1],
    ['invalid_request_error', 'rejected', 1],
    ['overloaded_error', 'server_error', 3],
    ['provider_hiccup', 'server_error', 3],
  ])('reads the code %s inside a good status as %s', async (code, kind, tries) => {
    server.script({ body: { choices: [{ error: { code, message: 'sorry' } }] } });
    expect(await ask(createOpenrouterAdapter, 'x')).toMatchObject({ error: { failure: { kind } } });
    expect(server.asked).toHaveLength(tries);
    server.script({ body: { error: { type: code, code: null, message: 'sorry' } } });
    expect(await ask(createOpenaiAdapter, 'o3')).toMatchObject({ error: { failure: { kind } } });
  });

  it.each([null, '', {}])('does not read the empty error %j as an error', async (error) => {
    server.script({ body: { ...chatAnswer('Tea.').body, error } });
    expect(await ask(createNebiusAdapter, 'x')).toMatchObject({ ok: true, value: { text: 'Tea.' } });
  });

  it('recognizes a model that is not loaded by the code of the error', async () => {
    server.script({ status: 400, body: { error: { message: 'No models loaded', code: 'model_not_found' } } });
    const failure = { kind: 'unknown_model', model: 'x', detail: 'No models loaded' };
    expect(await ask(createLmstudioAdapter, 'x')).toMatchObject({ error: { failure } });
  });
});
