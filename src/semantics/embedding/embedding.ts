export type EmbeddingBackend = 'builtin' | 'ollama' | 'transformers';

/** Turns texts into vectors whose inner product says how alike the texts are. */
export interface Embedding {
  readonly backend: EmbeddingBackend;
  readonly model: string;
  readonly dimensions: number;
  /**
   * One vector of length 1 per text; all zeros for a text without a word. Rejects with an `EmbeddingError` when the
   * backend fails, and with the signal's reason when the caller cancels.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** Kept beside every stored vector: vectors of different models have nothing to do with each other. */
export type EmbeddedWith = Pick<Embedding, 'backend' | 'model' | 'dimensions'>;

export function embeddedWith({ backend, model, dimensions }: EmbeddedWith): EmbeddedWith {
  return { backend, model, dimensions };
}

/** Whether vectors of the two may be compared; if not, the older ones must be made anew. */
export function areComparable(a: EmbeddedWith, b: EmbeddedWith): boolean {
  return a.backend === b.backend && a.model === b.model && a.dimensions === b.dimensions;
}
