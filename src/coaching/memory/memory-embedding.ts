import type { Embedding } from '../../semantics/index.js';

/** What memories and queries are embedded with. Undefined where only words are compared; may reject and be asked again. */
export type MemoryEmbedding = () => Promise<Omit<Embedding, 'close'> | undefined>;

/** Kept with vectors: those of different models cannot be compared. */
export function embeddingId({ backend, model, dimensions }: Omit<Embedding, 'embed' | 'close'>): string {
  return `${backend}/${model}/${dimensions}`;
}
