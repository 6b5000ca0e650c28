import type { Embedding } from '../embedding/embedding.js';

/** Embeds each text once while it is in use: a round compares every answer with many others. */
export function createVectorMemory(embedding: Embedding, most = 256): (text: string) => Promise<Float32Array> {
  const vectors = new Map<string, Promise<Float32Array>>();
  return (text) => {
    const known = vectors.get(text);
    // Taken out and put back at the end, so that the first entry is the one not used for longest.
    if (known !== undefined) vectors.delete(text);
    const vector = known ?? embedOne(embedding, text);
    vectors.set(text, vector);
    // A failure is for those who wait for it now; the next one tries again.
    if (known === undefined) vector.catch(() => vectors.delete(text));
    const [oldest] = vectors.keys();
    if (vectors.size > most && oldest !== undefined) vectors.delete(oldest);
    return vector;
  };
}

async function embedOne(embedding: Embedding, text: string): Promise<Float32Array> {
  const [vector] = await embedding.embed([text]);
  if (vector === undefined) throw new Error(`${embedding.backend} gave no vector`);
  return vector;
}
