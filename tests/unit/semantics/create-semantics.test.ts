import { afterEach, describe, expect, it } from 'vitest';
import { UserError } from '../../../src/kernel/user-error.js';
import { sendEmbeddingRequest } from '../../../src/program/send-embedding-request.js';
import { createSemantics } from '../../../src/semantics/create-semantics.js';
import type { ClusterPoints, ClusterRequest, Semantics, SemanticsOptions } from '../../../src/semantics/semantics.js';
import { startLoopbackEmbeddingServer } from '../../support/loopback-embedding-server.js';

let semantics: Semantics;
afterEach(() => semantics?.close());

const open = async (options: SemanticsOptions = {}) => {
  semantics = await createSemantics({ embedding: 'builtin', workers: 1, ...options }, sendEmbeddingRequest);
  return semantics;
};

const QUESTION = 'Which database should hold the orders?';
const REWORDED = 'In which database do we keep our orders?';
const UNRELATED = 'How often do we water the plants?';

describe('semantics', () => {
  it.each(['builtin', 'none'] as const)('ranks a rewording above another subject with %s', async (embedding) => {
    await open({ embedding });
    const alike = await semantics.similarity(QUESTION, REWORDED);
    expect(alike).toBeGreaterThanOrEqual(0.6);
    expect(alike).toBeLessThanOrEqual(1);
    expect(await semantics.similarity(QUESTION, UNRELATED)).toBeLessThan(0.4);
    expect(await semantics.similarity(QUESTION, QUESTION)).toBeCloseTo(1, 5);
  });

  it('says what vectors were made with', async () => {
    await open();
    const [vector] = await semantics.embed([QUESTION]);
    expect(semantics.backend).toBe('builtin');
    expect(semantics.embeddedWith).toMatchObject({ backend: 'builtin', dimensions: vector?.length });
  });

  it('embeds much text in a worker, to the same vectors', async () => {
    await open();
    const texts = Array.from({ length: 900 }, (_, index) => `${index} ${QUESTION}`);
    const many = await semantics.embed(texts);
    const [last] = await semantics.embed(texts.slice(-1));
    expect(many).toHaveLength(900);
    expect(many.at(-1)).toEqual(last);
  });

  it('has no embedding to give when none was wanted, and says how to get one', async () => {
    await open({ embedding: 'none' });
    await expect(semantics.embed(['a'])).rejects.toThrow('choose one by the option "embedding"');
    expect(semantics.embeddedWith).toBeUndefined();
    expect([semantics.backend, (await semantics.measure('a cache', 'the cache')).backend]).toEqual(['tfidf', 'tfidf']);
  });

  it('rejects a requested embedding that is not available, with the fix', async () => {
    const ollama = { baseUrl: 'http://127.0.0.1:9' };
    await expect(createSemantics({ embedding: 'ollama', ollama }, sendEmbeddingRequest)).rejects.toThrow(
      'ollama serve',
    );
    await expect(createSemantics({ embedding: 'transformers' })).rejects.toThrow('npm install');
  });

  it('still compares when Ollama dies, and never returns vectors of another model as its own', async () => {
    const server = await startLoopbackEmbeddingServer('nomic-embed-text:latest', letterCounts);
    await open({ embedding: 'ollama', ollama: { baseUrl: server.url } });
    expect(semantics.embeddedWith).toEqual({ backend: 'ollama', model: 'nomic-embed-text:latest', dimensions: 26 });
    expect(await semantics.measure('one', 'one')).toMatchObject({ score: expect.closeTo(1, 5), backend: 'ollama' });
    await server.close();
    expect((await semantics.measure(QUESTION, REWORDED)).backend).toBe('builtin');
    await expect(semantics.embed(['three'])).rejects.toMatchObject({ name: 'EmbeddingError', kind: 'unreachable' });
  });

  it('joins options by their words, and never opposites', async () => {
    await open();
    expect(await semantics.sameOption('Use PostgreSQL', 'postgres')).toBe(true);
    expect(await semantics.sameOption('Use PostgreSQL', 'Do not use PostgreSQL')).toBe(false);
    expect(await semantics.sameOption('Option A', 'Option B')).toBe(false);
  });
});

describe('what semantics is asked for', () => {
  it.each([
    [{ embeding: 'builtin' }, 'createSemantics has no field "embeding"; did you mean "embedding"?'],
    [{ embedding: 'openai' }, 'embedding is "openai"; it must be one of auto, builtin, ollama, transformers, none'],
    [{ workers: 0 }, 'workers is 0; it must be a whole number of at least 1'],
    [null, 'createSemantics is null; it must be an object'],
  ])('is checked before anything is opened: %o', async (options, message) => {
    const opened = createSemantics(options as SemanticsOptions);
    await expect(opened).rejects.toThrow(UserError);
    await expect(opened).rejects.toThrow(message);
  });

  it('must be texts', async () => {
    await open();
    await expect(semantics.embed('a' as unknown as string[])).rejects.toThrow('texts is "a"; it must be an array');
    await expect(semantics.embed(['a', 7 as unknown as string])).rejects.toThrow('text 2 is 7; it must be a string');
    await expect(semantics.similarity('a', undefined as unknown as string)).rejects.toThrow('text 2 is undefined');
    await expect(semantics.sameOption({} as string, 'b')).rejects.toThrow('text 1 is Object; it must be a string');
  });
});

describe('closing', () => {
  it('may be asked for again, before and after anything was done', async () => {
    await open();
    await Promise.all([semantics.close(), semantics.close()]);
    await semantics.close();
    await open();
    await semantics.embed([QUESTION.repeat(1000)]);
    await semantics.close();
    await semantics.close();
    await expect(semantics.embed([QUESTION.repeat(1000)])).rejects.toMatchObject({ kind: 'closed' });
  });

  it('gives up opening when its signal says so', async () => {
    const caller = new AbortController();
    const opened = createSemantics({ signal: caller.signal });
    caller.abort(new Error('no longer wanted'));
    await expect(opened).rejects.toThrow('no longer wanted');
  });
});

describe('long answers', () => {
  it('do not block the event loop when many are compared at the same time', async () => {
    await open();
    const answers = Array.from(
      { length: 20 },
      (_, at) => `${at} ${'We keep the orders in one database. '.repeat(527)}`,
    );
    // A backlog of twenty texts would keep every timer waiting until the last one is embedded.
    let turns = 0;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const scores = await Promise.all(answers.map((answer) => semantics.similarity(answer, answers[0] ?? '')));
    clearImmediate(counting);
    expect(Math.min(...scores)).toBeGreaterThan(0.85);
    expect(turns).toBeGreaterThan(20);
  });
});

describe('clustering', () => {
  const points = (count: number) => ({
    data: Float32Array.from({ length: count * 2 }, (_, at) => Math.sin(at * 12.9898) + (Math.floor(at / 2) % 2) * 50),
    dimensions: 2,
  });

  it('finds the groups in a worker and leaves the data to the caller', async () => {
    await open();
    const given = points(60);
    const { labels, probabilities, stabilities } = await semantics.cluster(given, { minClusterSize: 5, minSamples: 5 });
    expect(given.data).toHaveLength(120);
    expect([labels.length, probabilities.length, stabilities.length]).toEqual([60, 60, 2]);
    expect(new Set(labels.filter((_, at) => at % 2 === 0)).size).toBe(1);
    expect(labels[0]).not.toBe(labels[1]);
  });

  it('takes 64-bit floats as well', async () => {
    await open();
    const { data, dimensions } = points(60);
    const wide = await semantics.cluster({ data: Float64Array.from(data), dimensions }, { minClusterSize: 5 });
    expect(wide.labels).toEqual((await semantics.cluster({ data, dimensions }, { minClusterSize: 5 })).labels);
  });

  const two = { minClusterSize: 2 };
  it.each([
    ['an array', { data: [1, 2], dimensions: 1 }, two, 'data is Array; it must be a Float32Array or a Float64Array'],
    ['no data', { dimensions: 1 }, two, 'data is undefined; it must be a Float32Array'],
    ['half a dimension', { ...points(2), dimensions: 0.5 }, two, 'dimensions is 0.5; it must be a whole number'],
    ['a cut point', { ...points(2), dimensions: 3 }, two, 'the length of data is 4; it must be a multiple of'],
    ['no number', { data: Float32Array.of(1, Number.NaN), dimensions: 1 }, two, 'point 1 has NaN at index 0'],
    ['no options', points(2), undefined, 'the options of cluster is undefined; it must be an object'],
    ['no size', points(2), {}, 'minClusterSize is undefined; it must be a whole number of at least 2'],
    ['another method', points(2), { ...two, method: 'dbscan' }, 'method is dbscan; it must be "eom" or "leaf"'],
    ['a slip', points(2), { ...two, minSample: 2 }, 'has no field "minSample"; did you mean "minSamples"?'],
  ])('says in one sentence what is wrong with %s', async (_, given, options, message) => {
    await open();
    const wrong = semantics.cluster(given as ClusterPoints, options as ClusterRequest);
    await expect(wrong).rejects.toThrow(UserError);
    await expect(wrong).rejects.toThrow(message);
  });

  it('is stopped by its signal and by closing', async () => {
    await open();
    const caller = new AbortController();
    const large = points(20_000);
    const options = { minClusterSize: 5, signal: caller.signal, onProgress: () => caller.abort() };
    await expect(semantics.cluster(large, options)).rejects.toMatchObject({ name: 'AbortError' });
    const closed = semantics.cluster(large, { minClusterSize: 5 });
    await Promise.all([expect(closed).rejects.toMatchObject({ kind: 'closed' }), semantics.close()]);
  });
});

function letterCounts(text: string): number[] {
  return Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => text.toLowerCase().split(letter).length - 1);
}
