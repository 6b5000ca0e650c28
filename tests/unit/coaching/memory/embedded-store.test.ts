import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { useSemantics } from '../../../support/learning-fixture.js';
import { embeddingOf, GRID, memoryIn, OAUTH } from '../../../support/memory-fixture.js';

const semantics = useSemantics();
const alpha = { sessionId: 's1', project: 'app-alpha' };

it('leaves no byte of a forgotten memory in its folder', async () => {
  const { memory, folder } = await memoryIn({ semantics });
  await memory.addMemories({ memories: [{ ...OAUTH, content: 'Zanzibar quokka lesson' }, GRID], ...alpha });
  await memory.queryMemories({ queryText: 'quokka' });
  expect(bytesOf(folder)).toContain('quokka');
  await memory.forgetMemories({ sessionId: 's1' });
  expect(bytesOf(folder)).not.toContain('quokka');
  expect(bytesOf(folder)).not.toContain('named areas');
});

it('leaves no byte of a secret', async () => {
  const { memory, folder } = await memoryIn({ semantics });
  await memory.addMemories({ memories: [{ ...OAUTH, content: 'pushed sk-secret to the repository' }], ...alpha });
  expect(bytesOf(folder)).not.toContain('sk-secret');
});

it('compares words while there is no embedding, and meaning when it is back', async () => {
  const { memory, folder, logged } = await memoryIn({
    semantics,
    embedding: () => Promise.reject(new Error('Ollama does not answer')),
  });
  expect(await memory.addMemories({ memories: [GRID, OAUTH], ...alpha })).toEqual({ added: 2 });
  const found = await memory.queryMemories({ queryText: 'OAuth' });
  expect(found.map(({ content }) => content)).toEqual([OAUTH.content]);
  expect(logged).toContain('warn memory.compared_by_words');
  await memory.close();
  const again = await memoryIn({ semantics, folder });
  expect(await again.memory.queryMemories({ queryText: 'authentication' })).toHaveLength(2);
});

it('compares words if there is none', async () => {
  const { memory, logged } = await memoryIn({ semantics, embedding: async () => undefined });
  await memory.addMemories({ memories: [GRID, OAUTH], ...alpha });
  expect((await memory.queryMemories({ queryText: 'the callback' }))[0]?.content).toBe(OAUTH.content);
  expect(logged).toEqual([]);
});

it('computes vectors again when another embedding is used', async () => {
  const { memory, folder } = await memoryIn({ semantics });
  await memory.addMemories({ memories: [GRID, OAUTH], ...alpha });
  await memory.close();
  const embedded: string[] = [];
  const embedding = async () => ({
    backend: 'ollama' as const,
    model: 'toy',
    dimensions: 2,
    embed: async (texts: readonly string[]) => {
      embedded.push(...texts);
      return texts.map((text) => Float32Array.from(/tabs|login/.test(text) ? [1, 0] : [0, 1]));
    },
  });
  const { memory: again } = await memoryIn({ semantics, folder, embedding });
  expect((await again.queryMemories({ queryText: 'login' }))[0]?.content).toBe(OAUTH.content);
  expect(embedded).toHaveLength(3);
});

it('embeds each memory once', async () => {
  let count = 0;
  const embedding: ReturnType<typeof embeddingOf> = async () => {
    const builtin = await embeddingOf(semantics)();
    return (
      builtin && {
        ...builtin,
        embed: (texts, signal) => {
          count += texts.length;
          return builtin.embed(texts, signal);
        },
      }
    );
  };
  const { memory, folder } = await memoryIn({ semantics, embedding });
  await memory.addMemories({ memories: [GRID, OAUTH], ...alpha });
  await memory.queryMemories({ queryText: 'one' });
  await memory.close();
  const again = await memoryIn({ semantics, folder, embedding });
  await again.memory.queryMemories({ queryText: 'two' });
  expect(count).toBe(4);
});

function bytesOf(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'latin1'))
    .join('');
}
