import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAnthropicAdapter } from '../../../../adapters/http/anthropic.js';
import { createCompatibleAdapter } from '../../../../adapters/http/compatible.js';
import { createLmstudioAdapter } from '../../../../adapters/http/lmstudio.js';
import { createNebiusAdapter } from '../../../../adapters/http/nebius.js';
import { createOllamaAdapter } from '../../../../adapters/http/ollama.js';
import { createOpenaiAdapter } from '../../../../adapters/http/openai.js';
import { createOpenrouterAdapter } from '../../../../adapters/http/openrouter.js';
import { Secret } from '../../../../src/models/index.js';
import { httpSettings } from '../../../support/http-vendors.js';
import { type LoopbackModelServer, startLoopbackModelServer, until } from '../../../support/loopback-model-server.js';

let server: LoopbackModelServer;
beforeEach(async () => {
  server = await startLoopbackModelServer();
  // The short wait for a server nearby then passes when a test says so, however busy the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

describe.each([
  ['OPENAI_API_KEY', createOpenaiAdapter],
  ['ANTHROPIC_API_KEY', createAnthropicAdapter],
  ['OPENROUTER_API_KEY', createOpenrouterAdapter],
  ['NEBIUS_API_KEY', createNebiusAdapter],
])('a service that needs %s', (variable, create) => {
  it('is available when the key is set, without a request', async () => {
    const apiKey = new Secret(variable, () => 'sk-1');
    expect(await create(httpSettings(server.url, { apiKey })).availability()).toEqual({
      available: true,
      detail: `${variable} is set`,
    });
    expect(server.listed).toHaveLength(0);
  });

  it.each([undefined, new Secret(variable, () => undefined), new Secret(variable, () => ' ')])(
    'names the variable when it is not set',
    async (apiKey) => {
      const availability = await create(httpSettings(server.url, { apiKey })).availability();
      expect(availability).toMatchObject({ available: false, reason: `${variable} is not set` });
    },
  );
});

const ollamaList = { path: '/api/tags', body: { models: [{ name: 'qwen3:8b' }, { name: 'nomic-embed-text:latest' }] } };
const openaiList = { path: '/v1/models', body: { data: [{ id: 'qwen3:8b' }, { id: 'text-embedding-bge-m3' }] } };

describe.each([
  { title: 'ollama', create: createOllamaAdapter, list: ollamaList, start: 'ollama serve' },
  { title: 'lmstudio', create: createLmstudioAdapter, list: openaiList, start: 'lms server start' },
  { title: 'a compatible server without a key', create: createCompatibleAdapter, list: openaiList, start: 'it runs' },
])('$title', ({ create, list, start }) => {
  const availability = (url = server.url, signal?: AbortSignal) =>
    create(httpSettings(url, { apiKey: undefined, api: 'openai' })).availability(signal);

  it('lists the models that can answer', async () => {
    server.list(list.path, { body: list.body });
    expect(await availability()).toEqual({ available: true, detail: `${server.url}, 1 model`, models: ['qwen3:8b'] });
  });

  it('says how to start it when nothing listens', async () => {
    await server.close();
    const expected = { available: false, remedy: expect.stringContaining(start) };
    expect(await availability()).toMatchObject({ ...expected, reason: expect.stringContaining('connection refused') });
  });

  it('does not wait for a server that hangs, and closes the connection', async () => {
    server.list(list.path, { hold: true });
    const answer = availability();
    await until(() => server.listed.length === 1, 'the request');
    vi.advanceTimersByTime(1000);
    expect(await answer).toMatchObject({ available: false, reason: `${server.url} does not answer` });
    await until(() => server.listed[0]?.wasAbandoned === true, 'the connection to be closed');
  });

  it('is not available without a model, with a foreign server at its address, or when it stops answering', async () => {
    server.list(list.path, { body: { models: [], data: [] } });
    expect(await availability()).toMatchObject({ reason: `${server.url} runs, but has no model` });
    server.list(list.path, { body: '<h1>router login</h1>' });
    expect(await availability()).toMatchObject({ available: false, remedy: `check ${server.url}` });
    server.list(list.path, { cut: 'at once' });
    expect(await availability()).toMatchObject({ available: false });
    expect(await availability('not an address')).toMatchObject({ available: false });
    expect(await availability(server.url, AbortSignal.abort())).toMatchObject({ available: false });
  });
});

describe('a configured service without a key', () => {
  const availability = () =>
    createCompatibleAdapter(httpSettings(server.url, { apiKey: undefined, api: 'openai' }), 'mine').availability();

  it.each([404, 405, 410, 501])(
    'can be asked without a list of models (status %i), and says what is missing',
    async (status) => {
      server.list('/v1/models', { status, body: 'no such page' });
      const detail = expect.stringMatching(/^http:\S+, no list of models .*`witan models add mine --model <id>`$/);
      expect(await availability()).toEqual({ available: true, detail });
    },
  );

  it.each([301, 400, 401, 402, 500, 503])('is not available if it refuses or fails (status %i)', async (status) => {
    server.list('/v1/models', { status, body: 'no' });
    expect(await availability()).toMatchObject({ available: false, reason: expect.not.stringContaining('no list') });
  });
});

describe('a configured service with a key', () => {
  const availability = () =>
    createCompatibleAdapter(
      httpSettings(server.url, { apiKey: new Secret('MY_KEY', () => 'sk-1'), api: 'openai' }),
      'mine',
    ).availability();

  it('lists its models, so that it can be chosen without registry entries', async () => {
    server.list('/v1/models', { body: { data: [{ id: 'large-model' }] } });
    expect(await availability()).toMatchObject({ available: true, models: ['large-model'] });
  });

  it('can be asked without a list of models, and says what is missing', async () => {
    server.list('/v1/models', { status: 404, body: { error: { message: 'no such page' } } });
    expect(await availability()).toMatchObject({
      available: true,
      detail: expect.stringMatching(
        /^MY_KEY is set, no list of models .*add a model with `witan models add mine --model <id>`$/,
      ),
    });
  });

  it.each([400, 429, 500])('says that its list failed and not that it has none (status %i)', async (status) => {
    server.list('/v1/models', { status, body: { error: { message: 'try later' } } });
    const detail = expect.stringMatching(/^MY_KEY is set, its list of models cannot be read \(.*try later/);
    expect(await availability()).toEqual({ available: true, detail });
  });

  it('is not available at an address that redirects', async () => {
    server.list('/v1/models', { status: 308, body: '' });
    expect(await availability()).toMatchObject({ available: false, reason: expect.stringContaining('redirects') });
  });

  it('is not available when its key is refused', async () => {
    server.list('/v1/models', { status: 401, body: { error: { message: 'bad key' } } });
    expect(await availability()).toMatchObject({ available: false, remedy: expect.stringContaining('MY_KEY') });
  });
});
