import { beforeEach, describe, expect, it } from 'vitest';
import { createBuiltinEmbedding, wrapBuiltin } from '../../../src/semantics/embedding/builtin-embedding.js';
import { chooseEmbedding } from '../../../src/semantics/embedding/choose-embedding.js';
import { areComparable, type Embedding, embeddedWith } from '../../../src/semantics/embedding/embedding.js';
import {
  createTransformersEmbedding,
  isTransformersInstalled,
} from '../../../src/semantics/embedding/transformers-embedding.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { installTransformersStub } from '../../support/transformers-stub.js';

const NOWHERE = { baseUrl: 'http://127.0.0.1:9', model: 'nomic-embed-text' };

describe('every embedding', () => {
  const makers: Readonly<Record<string, () => Promise<Embedding>>> = {
    builtin: () => createBuiltinEmbedding(),
    transformers: () => createTransformersEmbedding({ from: installTransformersStub() }),
  };
  it.each(Object.entries(makers))(
    '%s gives one unit vector per text, of the length it promises',
    async (name, make) => {
      const embedding = await make();
      const vectors = await embedding.embed(['a cab', 'abc', 'a cab']);
      expect(embedding.backend).toBe(name);
      expect(vectors.map((vector) => vector.length)).toEqual([0, 1, 2].map(() => embedding.dimensions));
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect(vectors[0]).toEqual(vectors[2]);
      expect(vectors[0]).not.toEqual(vectors[1]);
      expect(await embedding.embed([])).toEqual([]);
    },
  );

  it.each(Object.entries(makers))('%s embeds nothing for a caller who has left', async (_, make) => {
    const embedding = await make();
    await expect(embedding.embed(['a'], AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the builtin embedding', () => {
  const model = { name: 'toy', dimensions: 2, embed: () => Float32Array.of(1, 0) };

  it('sends much text at once elsewhere, so that the event loop stays free', async () => {
    const sent: number[] = [];
    const embedding = wrapBuiltin(model, async (texts) => {
      sent.push(texts.length);
      return texts.map(() => Float32Array.of(0, 1));
    });
    expect(await embedding.embed(['short'])).toEqual([Float32Array.of(1, 0)]);
    expect(await embedding.embed(Array.from({ length: 30 }, () => 'word '.repeat(200)))).toHaveLength(30);
    expect(sent).toEqual([30]);
  });
});

describe('transformers', () => {
  let from: string;
  beforeEach(() => {
    from = installTransformersStub();
  });

  it('is looked for where the program stands, and missed with the command that installs it', async () => {
    expect(isTransformersInstalled(from)).toBe(true);
    const elsewhere = `${scratchFolder('bare')}/program.js`;
    expect(isTransformersInstalled(elsewhere)).toBe(false);
    await expect(createTransformersEmbedding({ from: elsewhere })).rejects.toMatchObject({
      kind: 'not_installed',
      message: expect.stringContaining('npm install @huggingface/transformers'),
    });
  });

  it('embeds more texts than fit into one batch, in their order', async () => {
    const embedding = await createTransformersEmbedding({ from });
    const texts = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'a' : 'b'));
    const vectors = await embedding.embed(texts);
    expect(vectors.map(([a]) => a)).toEqual(texts.map((text) => (text === 'a' ? 1 : 0)));
  });

  it('says which model cannot be loaded, and why', async () => {
    const opened = createTransformersEmbedding({ from, model: 'some/missing-model' });
    await expect(opened).rejects.toMatchObject({ kind: 'unknown_model' });
    await expect(opened).rejects.toThrow('some/missing-model cannot be loaded: Could not locate file');
  });

  it('takes no tensor that does not fit the texts', async () => {
    await expect(createTransformersEmbedding({ from, model: 'broken' })).rejects.toMatchObject({ kind: 'bad_answer' });
  });
});

describe('auto', () => {
  it('takes a sentence transformer that is installed when no Ollama answers', async () => {
    const chosen = await chooseEmbedding({ ollama: NOWHERE, transformers: { from: installTransformersStub() } });
    expect(chosen).toMatchObject({ backend: 'transformers', model: 'Xenova/all-MiniLM-L6-v2', dimensions: 3 });
  });

  it('downloads nothing: a model that is not on this machine is passed over', async () => {
    const transformers = { from: installTransformersStub(), model: 'some/remote-model' };
    expect((await chooseEmbedding({ ollama: NOWHERE, transformers }))?.backend).toBe('builtin');
  });

  it('always has the builtin one', async () => {
    const transformers = { from: `${scratchFolder('bare')}/program.js` };
    expect((await chooseEmbedding({ ollama: NOWHERE, transformers }))?.backend).toBe('builtin');
  });
});

describe('stored vectors', () => {
  const stored = embeddedWith({ backend: 'ollama', model: 'nomic-embed-text:latest', dimensions: 768 });

  it('are compared only with vectors of the same backend, model and length', () => {
    expect(areComparable(stored, { ...stored })).toBe(true);
    expect(areComparable(stored, { ...stored, backend: 'builtin' })).toBe(false);
    expect(areComparable(stored, { ...stored, model: 'other' })).toBe(false);
    expect(areComparable(stored, { ...stored, dimensions: 256 })).toBe(false);
  });
});
