import type { Embedding } from '../embedding/embedding.js';

/**
 * Embeds each text once while it is in use: a round compares every answer with many others. What is asked for at the
 * same time goes to the backend as one batch, which costs another program one request and keeps the event loop free.
 */
export function createVectorMemory(embedding: Embedding, max = 256): (text: string) => Promise<Float32Array> {
  const vectors = new Map<string, Promise<Float32Array>>();
  const embedOne = batchUp(embedding);
  return (text) => {
    const known = vectors.get(text);
    // Taken out and put back at the end, so that the first entry is the one not used for longest.
    if (known !== undefined) vectors.delete(text);
    const vector = known ?? embedOne(text);
    vectors.set(text, vector);
    // A failure is for those who wait for it now; the next one tries again.
    if (known === undefined) vector.catch(() => vectors.delete(text));
    const [oldest] = vectors.keys();
    if (vectors.size > max && oldest !== undefined) vectors.delete(oldest);
    return vector;
  };
}

/** Gathers texts until the event loop turns. */
function batchUp(embedding: Embedding): (text: string) => Promise<Float32Array> {
  let batch: { readonly texts: string[]; readonly vectors: Promise<Float32Array[]> } | undefined;
  return async (text) => {
    batch ??= openBatch(embedding, () => {
      batch = undefined;
    });
    const { texts, vectors } = batch;
    const place = texts.push(text) - 1;
    const vector = (await vectors)[place];
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
