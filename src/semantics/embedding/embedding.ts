export type EmbeddingBackend = 'builtin' | 'ollama' | 'transformers';

/** Turns texts into vectors whose inner product is the similarity of the texts. */
export interface Embedding {
  readonly backend: EmbeddingBackend;
  readonly model: string;
  readonly dimensions: number;
  /**
   * One vector of length 1 per text; all zeros for a text without a word. Rejects with an `EmbeddingError` when the
   * backend fails, and with the signal's reason when the caller cancels.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** Ends its processes, if it has any. */
  close?(): Promise<void>;
}

/** Stored with every vector, because vectors of different models cannot be compared. */
export type EmbeddedWith = Pick<Embedding, 'backend' | 'model' | 'dimensions'>;

export function embeddedWith({ backend, model, dimensions }: EmbeddedWith): EmbeddedWith {
  return { backend, model, dimensions };
}

/**
 * Checks whether a stored vector can be compared with vectors of `current`. If not, its text must be embedded again: cosines
 * between two models are meaningless, without any error.
 */
export function isEmbeddedWith(stored: EmbeddedWith | undefined, current: EmbeddedWith): boolean {
  return (
    stored?.backend === current.backend && stored.model === current.model && stored.dimensions === current.dimensions
  );
}
