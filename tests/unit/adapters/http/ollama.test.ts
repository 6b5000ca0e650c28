import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOllamaAdapter } from '../../../../adapters/http/ollama.js';
import { httpSettings } from '../../../support/http-vendors.js';
import { type LoopbackModelServer, startLoopbackModelServer } from '../../../support/loopback-model-server.js';

let server: LoopbackModelServer;
beforeEach(async () => {
  server = await startLoopbackModelServer();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const ask = (prompt: string, reasoningEffort?: string) =>
  createOllamaAdapter(httpSettings(`${server.url}/api/`, { apiKey: undefined })).ask({
    model: 'llama3.2',
    prompt,
    workingDirectory: '/',
    signal: new AbortController().signal,
    ...(reasoningEffort !== undefined && { reasoningEffort }),
  });

describe('the ollama adapter', () => {
  it('asks for a context that fits the whole prompt, which the server would truncate silently', async () => {
    server.script({ body: { message: { content: 'Tea.' } } });
    await ask('short');
    await ask('long '.repeat(20_000));
    expect(server.asked[0]?.body.options).toEqual({ num_ctx: 8192 });
    expect(server.asked[1]?.body.options).toEqual({ num_ctx: 65_536 });
  });

  it('sends the system text as its own message, and the schema as the format of the answer', async () => {
    server.script({ body: { message: { content: '{}' } } });
    const request = { model: 'llama3.2', prompt: 'Tea?', workingDirectory: '/', signal: new AbortController().signal };
    const adapter = createOllamaAdapter(httpSettings(server.url, { apiKey: undefined }));
    await adapter.ask({ ...request, system: 'Be brief.', answerSchema: { type: 'object' } });
    expect(server.asked[0]?.body).toMatchObject({
      format: { type: 'object' },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Tea?' },
      ],
    });
  });

  it('maps the effort to the levels that the server knows', async () => {
    server.script({ body: { message: { content: 'Tea.' } } });
    for (const effort of ['none', 'minimal', 'medium', 'xhigh', undefined]) await ask('Tea?', effort);
    expect(server.asked.map((request) => request.body.think)).toEqual([false, 'low', 'medium', 'high', undefined]);
  });

  it('sends no key from the environment', async () => {
    vi.stubEnv('OLLAMA_API_KEY', 'hidden');
    server.script({ body: { message: { content: 'Tea.' } } });
    await ask('Tea?');
    expect(JSON.stringify(server.asked[0]?.headers)).not.toContain('hidden');
  });

  it('says how to get a missing model, and which ones are installed', async () => {
    server.script({ status: 404, body: { error: 'model "llama3.2" not found' } });
    server.list('/api/tags', { body: { models: [{ name: 'qwen3:8b' }, { name: 'gemma3:4b' }] } });
    expect(await ask('Tea?')).toMatchObject({
      error: {
        failure: {
          kind: 'unknown_model',
          model: 'llama3.2',
          detail: 'get it with `ollama pull llama3.2`; installed: qwen3:8b, gemma3:4b',
        },
      },
    });
    expect(server.asked).toHaveLength(1);
  });
});
