import type { EmbeddingFailureKind } from '../embedding-error.js';

/** The only argument of the process, as JSON. */
export interface LoadSettings {
  readonly model: string;
  readonly localOnly: boolean;
  /** The package is resolved from this file. */
  readonly from: string;
}

export interface EmbedMessage {
  readonly id: number;
  readonly texts: readonly string[];
}

/** `ready` or `failed` without an id comes once, when the model is loaded or cannot be. */
export type WorkerAnswer =
  | { readonly kind: 'ready'; readonly dimensions: number }
  /** The vectors one after the other. */
  | { readonly kind: 'embedded'; readonly id: number; readonly data: Float32Array }
  | {
      readonly kind: 'failed';
      readonly id?: number;
      readonly failure: EmbeddingFailureKind;
      readonly message: string;
    };
