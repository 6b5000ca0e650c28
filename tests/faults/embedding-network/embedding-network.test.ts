import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/kernel/logger.js';
import { createSemantics } from '../../../src/program/library/semantics.js';
import { sendEmbeddingRequest as send, sendEmbeddingRequest } from '../../../src/program/send-embedding-request.js';
import { chooseEmbedding } from '../../../src/semantics/embedding/choose-embedding.js';
import { createOllamaEmbedding } from '../../../src/semantics/embedding/ollama-embedding.js';
import { openSimilarities } from '../../../src/semantics/open-similarities.js';
import {
  type LoopbackModelServer,
  type Scripted,
  startLoopbackModelServer,
  until,
} from '../../support/loopback-model-server.js';

// An address that a configuration names as Ollama may be answered by anything.

const MODEL = 'nomic-embed-text';
const TAGS: Scripted = { body: { models: [{ name: `${MODEL}:latest` }] } };
const SHOW: Scripted = { body: { model_info: { 'nomic-bert.embedding_length': 2 } } };
const vectors = (...embeddings: unknown[]): Scripted => ({ body: { embeddings } });
const HEALTHY = vectors([1, 0]);

let server: LoopbackModelServer;
let elsewhere: LoopbackModelServer;
beforeEach(async () => {
  server = await startLoopbackModelServer();
  elsewhere = await startLoopbackModelServer();
  for (const healthy of [server, elsewhere]) {
    healthy.list('/api/tags', TAGS);
    healthy.script(SHOW, HEALTHY);
  }
});
afterEach(() => Promise.all([server.close(), elsewhere.close()]));

const STEPS = ['tags', 'show', 'embed'] as const;
type Step = (typeof STEPS)[number];

function failAt(step: Step, fault: Scripted): void {
  server.list('/api/tags', step === 'tags' ? fault : TAGS);
  // Without an answer to "show" the length is measured by an embedding.
  server.script(...(step === 'show' ? [fault] : [SHOW, step === 'embed' ? fault : HEALTHY]));
}

const settings = () => ({ baseUrl: server.url, model: MODEL });
const limits = { send, probeMs: 3_000, embedMs: 3_000 };

/** Opens the embedding and uses it once; the error is what a caller sees. */
async function embedOnce(): Promise<unknown> {
  try {
    const embedding = await createOllamaEmbedding(settings(), limits);
    return await embedding.embed(['one']);
  } catch (error) {
    return error;
  }
}

const redirect = (): Scripted => ({ status: 307, headers: { location: `${elsewhere.url}/api/tags` }, body: '' });
const FAULTS: [string, () => Scripted][] = [
  ['redirects to another server', redirect],
  ['redirects to itself', () => ({ status: 302, headers: { location: `${server.url}/api/tags` }, body: '' })],
  ['sends without end', () => ({ flood: true })],
  ['refuses without end', () => ({ status: 500, flood: true })],
  ['closes the connection immediately', () => ({ cut: 'at once' })],
  ['closes the connection in the middle of its answer', () => ({ ...HEALTHY, cut: 'in the body' })],
  ['sends a page', () => ({ body: '<html>Welcome</html>' })],
  ['sends a list where an object belongs', () => ({ body: '[1, 2]' })],
  ['sends null', () => ({ body: 'null' })],
  ['sends nothing', () => ({ body: '' })],
  ['compresses what was not to be compressed', () => ({ ...HEALTHY, headers: { 'content-encoding': 'gzip' } })],
];

describe.each(STEPS)('a faulty server at the request "%s"', (step) => {
  it.each(FAULTS)('is not used if it %s', async (_, fault) => {
    failAt(step, fault());
    expect(await embedOnce()).toMatchObject({ name: 'EmbeddingError', backend: 'ollama' });
    expect([...elsewhere.asked, ...elsewhere.listed]).toEqual([]);
  });

  it('is left after 20 MB if it sends without end', async () => {
    failAt(step, { flood: true });
    expect(await embedOnce()).toMatchObject({ kind: 'bad_answer' });
    const requests = () => [...server.listed, ...server.asked].filter(({ wasAbandoned }) => wasAbandoned);
    await until(() => requests().length > 0, 'the connection is closed');
    // What the sockets of both sides hold comes on top of the limit.
    for (const { bytesSent } of requests()) expect(bytesSent).toBeLessThan(60 * 1024 * 1024);
  });

  it('is left when the time is up if it sends one byte after the other', async () => {
    failAt(step, { drip: true });
    const opened = createOllamaEmbedding(settings(), { send, probeMs: 500, embedMs: 500 });
    const embedded = opened.then((embedding) => embedding.embed(['one']));
    await expect(embedded).rejects.toMatchObject({ kind: 'timeout' });
    await until(() => [...server.listed, ...server.asked].some(({ wasAbandoned }) => wasAbandoned), 'it is closed');
  });
});

it.each(['tags', 'embed'] as const)('names the address that a redirect at "%s" leads to', async (step) => {
  failAt(step, redirect());
  expect(String(await embedOnce())).toContain(`redirects to ${elsewhere.url}, which is not followed`);
});

describe('an answer of vectors', () => {
  it.each<[string, Scripted, string]>([
    [
      'is of too many',
      { body: { embeddings: Array.from({ length: 200_000 }, () => [1, 0]) } },
      'not one vector for each of 1 texts',
    ],
    ['is of none', vectors(), 'not one vector for each of 1 texts'],
    ['is of no lists', vectors('one'), 'not one vector for each of 1 texts'],
    ['has too many dimensions', vectors(Array.from({ length: 500_000 }, () => 1)), '500000 dimensions instead of 2'],
    ['has too few dimensions', vectors([1]), '1 dimensions instead of 2'],
    ['has no dimensions', vectors([]), '0 dimensions instead of 2'],
    ['holds null', vectors([1, null]), 'a value that is not a number'],
    ['holds a text', vectors([1, '2']), 'a value that is not a number'],
    ['holds a truth value', vectors([1, true]), 'a value that is not a number'],
    ['holds a list', vectors([1, [2]]), 'a value that is not a number'],
    ['holds an infinite number', { body: '{"embeddings": [[1, 1e999]]}' }, 'a value that is not a number'],
    ['holds what a vector cannot', { body: '{"embeddings": [[1, 1e300]]}' }, 'a value that is not a number'],
    ['holds NaN, which is not JSON', { body: '{"embeddings": [[1, NaN]]}' }, 'no JSON object'],
  ])('is refused when it %s', async (_, answer, message) => {
    failAt('embed', answer);
    const error = await embedOnce();
    expect(error).toMatchObject({ kind: 'bad_answer' });
    expect(String(error)).toContain(message);
  });

  it.each([0, -1, 1.5, 1e9, '768', null])('is not expected to have %s dimensions', async (length) => {
    server.script({ body: { model_info: { 'nomic-bert.embedding_length': length } } }, HEALTHY, HEALTHY);
    const embedding = await createOllamaEmbedding(settings(), limits);
    expect(embedding.dimensions).toBe(2);
  });

  it('is refused immediately when it has more dimensions than any model', async () => {
    server.script({ status: 404, body: '' }, vectors(Array.from({ length: 100_000 }, () => 1)));
    await expect(createOllamaEmbedding(settings(), limits)).rejects.toMatchObject({ kind: 'bad_answer' });
  });
});

it.each([null, 7, {}, [null], [{ name: 7 }], [{}]])('finds no model in a list like %j', async (models) => {
  server.list('/api/tags', { body: { models } });
  await expect(createOllamaEmbedding(settings(), limits)).rejects.toMatchObject({ kind: 'unknown_model' });
});

describe('the builtin embedding', () => {
  it.each(FAULTS.filter(([name]) => !name.includes('without end')))(
    'is used instead of a server that %s',
    async (_, fault) => {
      failAt('tags', fault());
      expect(await chooseEmbedding({ send, ollama: settings(), probeMs: 3_000 })).toMatchObject({ backend: 'builtin' });
    },
  );

  it('is used by the council instead of a server that sends without end', async () => {
    failAt('embed', { flood: true });
    const { answers, close } = openSimilarities(
      { embedding: 'ollama', ollama: settings() },
      sendEmbeddingRequest,
      silentLogger,
    );
    const text = 'We compared several ways to store jobs and weighed cost against safety. '.repeat(8);
    expect(await answers.compare(text, `${text} And more.`)).toBeGreaterThan(0.5);
    expect(answers.backend).toBe('builtin');
    await close();
  });

  it('is used by the library for comparisons when the server goes bad later', async () => {
    const semantics = await createSemantics({ embedding: 'ollama', ollama: settings() });
    server.script(redirect());
    expect((await semantics.measure('the cache', 'a cache')).backend).toBe('builtin');
    await expect(semantics.embed(['text'])).rejects.toMatchObject({ name: 'EmbeddingError', kind: 'bad_answer' });
    await semantics.close();
    expect([...elsewhere.asked, ...elsewhere.listed]).toEqual([]);
  });
});
