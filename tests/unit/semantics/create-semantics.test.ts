import { afterEach, describe, expect, it } from 'vitest';
import { createSemantics, type Semantics, type SemanticsOptions } from '../../../src/semantics/create-semantics.js';
import { startLoopbackEmbeddingServer } from '../../support/loopback-embedding-server.js';

let semantics: Semantics;
afterEach(() => semantics?.close());

const open = async (options: SemanticsOptions = {}) => {
  semantics = await createSemantics({ embedding: 'builtin', workers: 1, ...options });
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

  it('rejects an embedding asked for by name that is not to be had, with the remedy', async () => {
    const ollama = { baseUrl: 'http://127.0.0.1:9' };
    await expect(createSemantics({ embedding: 'ollama', ollama })).rejects.toThrow('ollama serve');
    await expect(createSemantics({ embedding: 'transformers' })).rejects.toThrow('npm install');
  });

  it('goes on comparing when Ollama dies, while vectors of another kind are never passed off as its own', async () => {
    const server = await startLoopbackEmbeddingServer('nomic-embed-text:latest', letterCounts);
    await open({ embedding: 'ollama', ollama: { baseUrl: server.url } });
    expect(semantics.embeddedWith).toEqual({ backend: 'ollama', model: 'nomic-embed-text:latest', dimensions: 26 });
    expect(await semantics.measure('one', 'one')).toMatchObject({ score: expect.closeTo(1, 5), backend: 'ollama' });
    await server.close();
    expect((await semantics.measure(QUESTION, REWORDED)).backend).toBe('builtin');
    await expect(semantics.embed(['three'])).rejects.toMatchObject({ name: 'EmbeddingError', kind: 'unreachable' });
  });

  it('takes options for one by their words, and never opposites', async () => {
    await open();
    expect(await semantics.sameOption('Use PostgreSQL', 'postgres')).toBe(true);
    expect(await semantics.sameOption('Use PostgreSQL', 'Do not use PostgreSQL')).toBe(false);
    expect(await semantics.sameOption('Option A', 'Option B')).toBe(false);
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

  it('passes on what is wrong with the data', async () => {
    await open();
    const broken = { data: Float32Array.of(1, Number.NaN), dimensions: 1 };
    await expect(semantics.cluster(broken, { minClusterSize: 2 })).rejects.toThrow(RangeError);
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
