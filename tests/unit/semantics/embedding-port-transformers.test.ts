import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Embedding } from '../../../src/semantics/embedding/embedding.js';
import { isTransformersInstalled } from '../../../src/semantics/embedding/transformers/find-package.js';
import {
  createTransformersEmbedding,
  type TransformersSettings,
} from '../../../src/semantics/embedding/transformers-embedding.js';
import { createSimilarity } from '../../../src/semantics/similarity/create-similarity.js';
import { bundleWorker } from '../../support/bundle-worker.js';
import { processesWith, waitUntil } from '../../support/running-processes.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { installTransformersStub } from '../../support/transformers-stub.js';

let workerFile: string;
beforeAll(async () => {
  workerFile = await bundleWorker('src/semantics/embedding/transformers/worker.ts');
});

let from: string;
let embedding: Embedding | undefined;
beforeEach(() => {
  from = installTransformersStub();
  embedding = undefined;
});
afterEach(async () => {
  await embedding?.close?.();
  expect(processesWith(workerFile)).toEqual([]);
});

const open = async (settings: TransformersSettings = {}, signal?: AbortSignal) => {
  embedding = await createTransformersEmbedding({ from, workerFile, ...settings }, signal);
  return embedding;
};

describe('transformers', () => {
  it('is looked for next to the program, and if it is missing, the message has the command that installs it', async () => {
    expect(isTransformersInstalled(from)).toBe(true);
    const elsewhere = `${scratchFolder('bare')}/program.js`;
    expect(isTransformersInstalled(elsewhere)).toBe(false);
    await expect(open({ from: elsewhere })).rejects.toMatchObject({
      kind: 'not_installed',
      message: expect.stringContaining('npm install @huggingface/transformers'),
    });
  });

  it('embeds more texts than fit into one batch, in their order', async () => {
    const opened = await open();
    const texts = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'a' : 'b'));
    const vectors = await opened.embed(texts);
    expect(vectors.map(([a]) => a)).toEqual(texts.map((text) => (text === 'a' ? 1 : 0)));
  });

  it('says which model cannot be loaded, and why', async () => {
    const opened = open({ model: 'some/missing-model' });
    await expect(opened).rejects.toMatchObject({ kind: 'unknown_model' });
    await expect(opened).rejects.toThrow('some/missing-model cannot be loaded: Could not locate file');
  });

  it('takes no tensor that does not fit the texts', async () => {
    await expect(open({ model: 'broken' })).rejects.toMatchObject({ kind: 'bad_answer' });
  });

  it('gets no keys from the environment', async () => {
    process.env.WITAN_TEST_API_KEY = 'secret';
    const told = await open({ model: 'telltale' }).catch((error: Error) => error.message);
    delete process.env.WITAN_TEST_API_KEY;
    expect(told).toContain('PATH');
    expect(told).not.toContain('API_KEY');
  });
});

describe('the process of transformers', () => {
  it('is separate, and ends when the embedding is closed', async () => {
    const opened = await open();
    expect(processesWith(workerFile)).toHaveLength(1);
    await embedding?.close?.();
    await embedding?.close?.();
    expect(processesWith(workerFile)).toEqual([]);
    await expect(opened.embed(['a'])).rejects.toMatchObject({ kind: 'closed' });
  });

  it('may crash: its task fails, and the next one starts it again', async () => {
    const opened = await open();
    await expect(opened.embed(['crash'])).rejects.toMatchObject({
      kind: 'crashed',
      message: expect.stringContaining('SIGSEGV'),
    });
    expect(await opened.embed(['b'])).toEqual([Float32Array.of(0, 1, 0)]);
  });

  it('leaves comparisons to the next backend when it dies', async () => {
    const similarity = createSimilarity({ embedding: await open(), use: 'questions' });
    expect((await similarity.measure('a cab', 'abba')).backend).toBe('transformers');
    expect((await similarity.measure('crash', 'a crash')).backend).toBe('tfidf');
  });

  it('is ended when it does not load in time', async () => {
    await expect(open({ model: 'stuck', loadMs: 300 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('is ended when it does not embed in time', async () => {
    const opened = await open({ embedMs: 300 });
    await expect(opened.embed(['spin'])).rejects.toMatchObject({ kind: 'timeout' });
    expect(await opened.embed(['c'])).toEqual([Float32Array.of(0, 0, 1)]);
  });

  it('is ended when the caller leaves while it loads', async () => {
    const caller = new AbortController();
    const opened = open({ model: 'stuck' }, caller.signal);
    await waitUntil('the process runs', () => processesWith(workerFile).length === 1);
    caller.abort(new Error('no longer wanted'));
    await expect(opened).rejects.toThrow('no longer wanted');
  });

  it('lets a caller leave while it embeds, though it does not look up from its work', async () => {
    const opened = await open();
    const caller = new AbortController();
    const spinning = opened.embed(['spin'], caller.signal);
    caller.abort(new Error('no longer wanted'));
    await expect(spinning).rejects.toThrow('no longer wanted');
  });

  it('rejects waiting calls when it is closed', async () => {
    const opened = await open();
    const [spinning] = await Promise.all([
      opened.embed(['spin']).catch((error: unknown) => error),
      embedding?.close?.(),
    ]);
    expect(spinning).toMatchObject({ kind: 'closed' });
  });
});
