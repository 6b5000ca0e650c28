import { describe, expect, it, onTestFinished } from 'vitest';
import { findChroma, freePort, type RunningChroma, startChroma, WHY_NO_CHROMA } from '../../support/chroma.js';
import { useSemantics } from '../../support/learning-fixture.js';
import { embeddingOf, GRID, memory as input, memoryIn, OAUTH } from '../../support/memory-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const program = findChroma();
if (program === undefined) console.log(WHY_NO_CHROMA);

const semantics = useSemantics();
const alpha = { sessionId: 's1', project: 'app-alpha' };
const beta = { sessionId: 's2', project: 'app-beta' };

describe.skipIf(program === undefined)('a ChromaDB server that comes and goes', () => {
  const start = async (options: { port?: number; folder?: string } = {}): Promise<RunningChroma> => {
    const chroma = await startChroma(program as string, options);
    onTestFinished(() => chroma.stop());
    return chroma;
  };

  it('8.5: says that it is connected', async () => {
    const { memory, logged } = await memoryIn({ semantics, chromaUrl: (await start()).url });
    expect(await memory.isMemoryAvailable()).toBe(true);
    expect(logged).toEqual(['info ChromaDB connected — collection paige_memories ready']);
  });

  it('8.9: connects when the server has started, and sends what waited', async () => {
    const port = await freePort();
    const { memory, logged } = await memoryIn({ semantics, chromaUrl: `http://127.0.0.1:${port}` });
    expect(await memory.addMemories({ memories: [OAUTH], ...alpha })).toEqual({ added: 0 });
    await start({ port });
    expect(await memory.addMemories({ memories: [GRID], ...beta })).toEqual({ added: 1 });
    expect(await memory.queryMemories({ queryText: 'auth' })).toHaveLength(2);
    expect(logged.at(-1)).toBe('info ChromaDB connected — collection paige_memories ready');
  });

  it('8.9: answers a query with what waited', async () => {
    const port = await freePort();
    const { memory } = await memoryIn({ semantics, chromaUrl: `http://127.0.0.1:${port}` });
    await memory.addMemories({ memories: [OAUTH, GRID], ...alpha });
    await start({ port });
    expect((await memory.queryMemories({ queryText: 'race in auth' }))[0]?.content).toBe(OAUTH.content);
  });

  it('EC-47: degrades when the server dies, and works when it is back', async () => {
    const [port, folder] = [await freePort(), scratchFolder('chroma')];
    const chroma = await start({ port, folder });
    const { memory } = await memoryIn({ semantics, chromaUrl: chroma.url });
    await memory.addMemories({ memories: [OAUTH], ...alpha });
    await chroma.stop();
    expect(await memory.addMemories({ memories: [GRID], ...beta })).toEqual({ added: 0 });
    expect(await memory.queryMemories({ queryText: 'auth' })).toEqual([]);
    await start({ port, folder });
    expect(await memory.queryMemories({ queryText: 'auth' })).toHaveLength(2);
  });

  it('EC-53: sends everything again after the collection was deleted', async () => {
    const chroma = await start();
    const { memory } = await memoryIn({ semantics, chromaUrl: chroma.url });
    await memory.addMemories({ memories: [OAUTH], ...alpha });
    await chroma.deleteCollection();
    expect(await memory.queryMemories({ queryText: 'auth' })).toEqual([]);
    expect(await memory.queryMemories({ queryText: 'auth' })).toHaveLength(1);
  });

  it('EC-53: counts nothing as added while the collection is gone, and stores it afterwards', async () => {
    const chroma = await start();
    const { memory } = await memoryIn({ semantics, chromaUrl: chroma.url });
    await memory.addMemories({ memories: [OAUTH], ...alpha });
    await chroma.deleteCollection();
    expect(await memory.addMemories({ memories: [GRID], ...beta })).toEqual({ added: 0 });
    expect(await memory.isMemoryAvailable()).toBe(true);
    expect(await memory.queryMemories({ queryText: 'auth' })).toHaveLength(2);
  });

  it('makes the server forget later what was forgotten while it was away', async () => {
    const [port, folder] = [await freePort(), scratchFolder('chroma')];
    const chroma = await start({ port, folder });
    const { memory } = await memoryIn({ semantics, chromaUrl: chroma.url });
    await memory.addMemories({ memories: [OAUTH], ...alpha });
    await memory.addMemories({ memories: [GRID], ...beta });
    await chroma.stop();
    expect(await memory.forgetMemories({ sessionId: 's1' })).toEqual({ forgotten: 1 });
    await start({ port, folder });
    expect((await memory.queryMemories({ queryText: 'auth' })).map(({ id }) => id)).toEqual(['mem_s2_0']);
  });

  it('takes over what was stored without a server, and keeps it without one', async () => {
    const folder = scratchFolder('memory');
    const before = (await memoryIn({ semantics, folder })).memory;
    await before.addMemories({ memories: [OAUTH, GRID], ...alpha });
    await before.close();
    const { memory } = await memoryIn({ semantics, folder, chromaUrl: (await start()).url });
    expect(await memory.queryMemories({ queryText: 'auth' })).toHaveLength(2);
    await memory.close();
    const after = (await memoryIn({ semantics, folder })).memory;
    expect(await after.queryMemories({ queryText: 'auth' })).toHaveLength(2);
  });

  it('sends hundreds that waited', async () => {
    const folder = scratchFolder('memory');
    const before = (await memoryIn({ semantics, folder })).memory;
    const memories = Array.from({ length: 450 }, (_, at) => input(`lesson ${at} about caches and keys`));
    await before.addMemories({ memories, ...alpha });
    await before.close();
    const chroma = await start();
    const { memory } = await memoryIn({ semantics, folder, chromaUrl: chroma.url });
    await expect
      .poll(async () => {
        await memory.queryMemories({ queryText: 'caches' });
        return chroma.count();
      })
      .toBe(450);
  });

  it('makes the collection again when another embedding is used', async () => {
    const { url } = await start();
    const { memory, folder } = await memoryIn({ semantics, chromaUrl: url });
    await memory.addMemories({ memories: [OAUTH, GRID], ...alpha });
    await memory.close();
    const embedding = async () => ({
      backend: 'ollama' as const,
      model: 'toy',
      dimensions: 2,
      embed: async (texts: readonly string[]) =>
        texts.map((text) => Float32Array.from(text.includes('grid') ? [1, 0] : [0, 1])),
    });
    const { memory: again } = await memoryIn({ semantics, folder, chromaUrl: url, embedding });
    const found = await again.queryMemories({ queryText: 'grid' });
    expect(found.map(({ content }) => content)).toEqual([GRID.content, OAUTH.content]);
  });

  it('leaves a collection of another program alone', async () => {
    const { url } = await start();
    const collections = `${url}/api/v2/tenants/default_tenant/databases/default_database/collections`;
    const post = async (path: string, body: object): Promise<{ readonly id?: string }> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${collections}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await answer.json()) as { id?: string };
    };
    const { id } = await post('', { name: 'paige_memories' });
    await post(`/${id}/upsert`, { ids: ['a'], documents: ['theirs'], embeddings: [[1, 0, 0]] });
    const { memory } = await memoryIn({ semantics, chromaUrl: url });
    expect(await memory.addMemories({ memories: [OAUTH], ...alpha })).toEqual({ added: 0 });
    expect(await post(`/${id}/get`, {})).toMatchObject({ ids: ['a'], documents: ['theirs'] });
  });

  it('stores nothing in the server without an embedding, and keeps it', async () => {
    const { url } = await start();
    const { memory, folder } = await memoryIn({ semantics, chromaUrl: url, embedding: async () => undefined });
    expect(await memory.addMemories({ memories: [OAUTH], ...alpha })).toEqual({ added: 0 });
    await memory.close();
    const { memory: again } = await memoryIn({ semantics, folder, chromaUrl: url, embedding: embeddingOf(semantics) });
    expect(await again.queryMemories({ queryText: 'auth' })).toHaveLength(1);
  });
});
