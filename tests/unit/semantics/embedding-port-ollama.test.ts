import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendEmbeddingRequest as send } from '../../../src/program/send-embedding-request.js';
import { chooseEmbedding } from '../../../src/semantics/embedding/choose-embedding.js';
import { createOllamaEmbedding } from '../../../src/semantics/embedding/ollama-embedding.js';
import { type LoopbackModelServer, startLoopbackModelServer, until } from '../../support/loopback-model-server.js';

const SHOW = { body: { model_info: { 'general.architecture': 'nomic-bert', 'nomic-bert.embedding_length': 2 } } };
const vectors = (...embeddings: unknown[]) => ({ body: { embeddings } });

let server: LoopbackModelServer;
let settings: { baseUrl: string; model: string };
beforeEach(async () => {
  server = await startLoopbackModelServer();
  server.list('/api/tags', { body: { models: [{ name: 'llama3.2:3b' }, { name: 'nomic-embed-text:latest' }] } });
  server.script(SHOW, vectors([3, 4], [0, -2]));
  settings = { baseUrl: `${server.url}/v1`, model: 'nomic-embed-text' };
});
afterEach(() => server.close());

describe('the Ollama embedding', () => {
  it('gives unit vectors and the name that the server has for the model', async () => {
    const embedding = await createOllamaEmbedding(settings, { send });
    expect(embedding).toMatchObject({ backend: 'ollama', model: 'nomic-embed-text:latest', dimensions: 2 });
    const made = await embedding.embed(['one', 'two']);
    expect(made).toEqual([Float32Array.of(0.6, 0.8), Float32Array.of(0, -1)]);
    expect(server.asked.at(-1)).toMatchObject({ path: '/api/embed', body: { input: ['one', 'two'] } });
  });

  it('finds the length of the vectors by embedding if the server does not report it', async () => {
    server.script({ status: 404, body: { error: 'unknown' } }, vectors([1, 2, 2]), vectors([2, 1, 2]));
    const embedding = await createOllamaEmbedding(settings, { send });
    expect(embedding.dimensions).toBe(3);
    expect(await embedding.embed(['one'])).toHaveLength(1);
  });

  it('sends many texts in several requests and keeps their order', async () => {
    const first = Array.from({ length: 64 }, () => [1, 0]);
    server.script(SHOW, vectors(...first), vectors([0, 1]));
    const embedding = await createOllamaEmbedding(settings, { send });
    const made = await embedding.embed(Array.from({ length: 65 }, (_, index) => `text ${index}`));
    expect(made).toHaveLength(65);
    expect(made[64]).toEqual(Float32Array.of(0, 1));
  });

  it('misses a model that is not there with the command that gets it', async () => {
    const opened = createOllamaEmbedding({ ...settings, model: 'mxbai-embed-large' }, { send });
    await expect(opened).rejects.toMatchObject({ kind: 'unknown_model' });
    await expect(opened).rejects.toThrow('ollama pull mxbai-embed-large');
  });

  it('says how to start a server that cannot be reached', async () => {
    await server.close();
    await expect(createOllamaEmbedding(settings, { send })).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('ollama serve'),
    });
  });

  it('gives up on a server that does not answer in time', async () => {
    const embedding = await createOllamaEmbedding(settings, { send, embedMs: 50 });
    server.script({ hold: true });
    await expect(embedding.embed(['one'])).rejects.toMatchObject({ kind: 'timeout' });
    await until(() => server.asked.at(-1)?.wasAbandoned === true, 'the connection is closed');
  });

  it('hangs up when the caller cancels', async () => {
    const embedding = await createOllamaEmbedding(settings, { send });
    const caller = new AbortController();
    server.script({ hold: true });
    const embedded = embedding.embed(['one'], caller.signal);
    await until(() => server.asked.at(-1)?.path === '/api/embed', 'the request is there');
    caller.abort(new Error('never mind'));
    await expect(embedded).rejects.toThrow('never mind');
    await until(() => server.asked.at(-1)?.wasAbandoned === true, 'the connection is closed');
  });

  it.each([
    ['too few vectors', vectors([1, 0])],
    ['vectors of another length', vectors([1, 0, 0], [0, 1, 0])],
    ['something that is no number', vectors([1, 0], [null, 'NaN'])],
    ['no vectors at all', { body: {} }],
    ['no JSON', { body: 'Bad gateway' }],
    ['a refusal', { status: 500, body: 'out of memory' }],
  ])('fails on %s, and prints nothing', async (_, answer) => {
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    const embedding = await createOllamaEmbedding(settings, { send });
    server.script(answer);
    await expect(embedding.embed(['one', 'two'])).rejects.toMatchObject({ name: 'EmbeddingError', kind: 'bad_answer' });
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });
});

describe('auto', () => {
  it('takes Ollama when it has the model', async () => {
    expect(await chooseEmbedding({ send, ollama: settings, probeMs: 10_000 })).toMatchObject({
      backend: 'ollama',
      dimensions: 2,
    });
  });

  it('does not wait for an Ollama that is slow to answer', async () => {
    server.list('/api/tags', { hold: true });
    expect((await chooseEmbedding({ send, ollama: settings }))?.backend).not.toBe('ollama');
  });

  it('skips an Ollama without the model', async () => {
    const chosen = await chooseEmbedding({ send, ollama: { ...settings, model: 'mxbai-embed-large' } });
    expect(chosen?.backend).not.toBe('ollama');
  });
});
