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
  /** Ends what it has running, if it has something. */
  close?(): Promise<void>;
}

/** Kept beside every stored vector: vectors of different models have nothing to do with each other. */
export type EmbeddedWith = Pick<Embedding, 'backend' | 'model' | 'dimensions'>;

export function embeddedWith({ backend, model, dimensions }: EmbeddedWith): EmbeddedWith {
  return { backend, model, dimensions };
}

/**
 * Whether a stored vector can be used beside those that `current` makes. If not, or if nothing is stored yet, its text
 * must be embedded again: cosines between two models are numbers without a meaning, and no error shows it.
 */
export function isEmbeddedWith(stored: EmbeddedWith | undefined, current: EmbeddedWith): boolean {
  return (
    stored?.backend === current.backend && stored.model === current.model && stored.dimensions === current.dimensions
  );
}
