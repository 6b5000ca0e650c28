import type { EmbeddingFailureKind } from '../embedding-error.js';

/** What the process is started with, as JSON in its only argument. */
export interface LoadSettings {
  readonly model: string;
  readonly localOnly: boolean;
  /** The file from whose place the package is looked up. */
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
