import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBuiltinEmbedding, wrapBuiltin } from '../../../src/semantics/embedding/builtin-embedding.js';
import { chooseEmbedding } from '../../../src/semantics/embedding/choose-embedding.js';
import { type Embedding, embeddedWith, isEmbeddedWith } from '../../../src/semantics/embedding/embedding.js';
import { createTransformersEmbedding } from '../../../src/semantics/embedding/transformers-embedding.js';
import { bundleWorker } from '../../support/bundle-worker.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { installTransformersStub } from '../../support/transformers-stub.js';

const NOWHERE = { baseUrl: 'http://127.0.0.1:9', model: 'nomic-embed-text' };

let workerFile: string;
beforeAll(async () => {
  workerFile = await bundleWorker('src/semantics/embedding/transformers/worker.ts');
});
let opened: Embedding | undefined;
afterEach(() => opened?.close?.());

describe('every embedding', () => {
  const makers: Readonly<Record<string, () => Promise<Embedding>>> = {
    builtin: () => createBuiltinEmbedding(),
    transformers: () => createTransformersEmbedding({ from: installTransformersStub(), workerFile }),
  };
  it.each(Object.entries(makers))(
    'returns one unit vector per text, of the promised length: %s',
    async (name, make) => {
      const embedding = await make();
      opened = embedding;
      const vectors = await embedding.embed(['a cab', 'abc', 'a cab']);
      expect(embedding.backend).toBe(name);
      expect(vectors.map((vector) => vector.length)).toEqual([0, 1, 2].map(() => embedding.dimensions));
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect(vectors[0]).toEqual(vectors[2]);
      expect(vectors[0]).not.toEqual(vectors[1]);
      expect(await embedding.embed([])).toEqual([]);
    },
  );

  it.each(Object.entries(makers))('embeds nothing for a caller that has left: %s', async (_, make) => {
    const embedding = await make();
    opened = embedding;
    await expect(embedding.embed(['a'], AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the builtin embedding', () => {
  const model = { name: 'toy', dimensions: 2, embed: () => Float32Array.of(1, 0) };

  it('embeds many texts in a worker, so that the event loop stays free', async () => {
    const sent: number[] = [];
    const embedding = wrapBuiltin(model, async (texts) => {
      sent.push(texts.length);
      return texts.map(() => Float32Array.of(0, 1));
    });
    expect(await embedding.embed(['short'])).toEqual([Float32Array.of(1, 0)]);
    expect(await embedding.embed(Array.from({ length: 30 }, () => 'word '.repeat(200)))).toHaveLength(30);
    expect(sent).toEqual([30]);
  });

  it('counts what many callers ask for at the same time as much text', async () => {
    const sent: number[] = [];
    const embedding = wrapBuiltin(model, async (texts) => {
      sent.push(texts.length);
      return texts.map(() => Float32Array.of(0, 1));
    });
    const answer = 'x'.repeat(19_000);
    await Promise.all([1, 2, 3].map(() => embedding.embed([answer])));
    expect(sent).toEqual([1, 1]);
    await new Promise(setImmediate);
    expect(await embedding.embed([answer])).toEqual([Float32Array.of(1, 0)]);
  });
});

describe('auto', () => {
  it('takes a sentence transformer that is installed when no Ollama answers', async () => {
    const transformers = { from: installTransformersStub(), workerFile };
    opened = await chooseEmbedding({ ollama: NOWHERE, transformers });
    expect(opened).toMatchObject({ backend: 'transformers', model: 'Xenova/all-MiniLM-L6-v2', dimensions: 3 });
  });

  it('downloads nothing: a model that is not on this machine is skipped', async () => {
    const transformers = { from: installTransformersStub(), workerFile, model: 'some/remote-model' };
    expect((await chooseEmbedding({ ollama: NOWHERE, transformers }))?.backend).toBe('builtin');
  });

  it('always has the builtin one', async () => {
    const transformers = { from: `${scratchFolder('bare')}/program.js` };
    expect((await chooseEmbedding({ ollama: NOWHERE, transformers }))?.backend).toBe('builtin');
  });
});

describe('stored vectors', () => {
  const stored = embeddedWith({ backend: 'ollama', model: 'nomic-embed-text:latest', dimensions: 768 });

  it('are used again with the same backend, model and length, and only then', () => {
    expect(isEmbeddedWith(stored, { ...stored })).toBe(true);
    expect(isEmbeddedWith(stored, { ...stored, backend: 'builtin' })).toBe(false);
    expect(isEmbeddedWith(stored, { ...stored, model: 'other' })).toBe(false);
    expect(isEmbeddedWith(stored, { ...stored, dimensions: 256 })).toBe(false);
    expect(isEmbeddedWith(undefined, stored)).toBe(false);
  });

  it('name the embedding that made them in its own terms', async () => {
    const builtin = await createBuiltinEmbedding();
    const row = JSON.parse(JSON.stringify(embeddedWith(builtin)));
    expect(isEmbeddedWith(row, await createBuiltinEmbedding())).toBe(true);
  });
});
