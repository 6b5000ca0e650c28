import type { Embedding } from '../embedding/embedding.js';

/**
 * Caches vectors, because a round compares every answer with many others. Texts that are requested at the same time are
 * embedded in one batch, with one request to another program.
 */
export function createVectorMemory(embedding: Embedding, max = 256): (text: string) => Promise<Float32Array> {
  const vectors = new Map<string, Promise<Float32Array>>();
  const embedOne = batchUp(embedding);
  return (text) => {
    const known = vectors.get(text);
    // Moved to the end, so that the first entry is the least recently used one.
    if (known !== undefined) vectors.delete(text);
    const vector = known ?? embedOne(text);
    vectors.set(text, vector);
    // A failure is not cached.
    if (known === undefined) vector.catch(() => vectors.delete(text));
    const [oldest] = vectors.keys();
    if (vectors.size > max && oldest !== undefined) vectors.delete(oldest);
    return vector;
  };
}

/** Collects texts until the next turn of the event loop. */
function batchUp(embedding: Embedding): (text: string) => Promise<Float32Array> {
  let batch: { readonly texts: string[]; readonly vectors: Promise<Float32Array[]> } | undefined;
  return async (text) => {
    batch ??= openBatch(embedding, () => {
      batch = undefined;
    });
    const { texts, vectors } = batch;
    const index = texts.push(text) - 1;
    const vector = (await vectors)[index];
    if (vector === undefined) throw new Error(`${embedding.backend} gave no vector`);
    return vector;
  };
}

function openBatch(embedding: Embedding, onFull: () => void) {
  const texts: string[] = [];
  const turned = new Promise<void>((resolve) => setImmediate(resolve));
  const vectors = turned.then(() => {
    onFull();
    return embedding.embed(texts);
  });
  return { texts, vectors };
}
