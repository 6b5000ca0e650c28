import type { EmbeddingBackend } from './embedding.js';

export type EmbeddingFailureKind =
  | 'unreachable'
  | 'timeout'
  | 'unknown_model'
  | 'not_installed'
  | 'bad_answer'
  | 'crashed'
  | 'closed';

/** The notice for a search that used the builtin embedding because the configured one failed. */
export function describeFallback(problem: string | undefined): string | undefined {
  return problem && `the configured embedding failed (${problem}); the builtin one was used instead`;
}

/** A backend cannot embed now. The message is one line with the cause and the fix. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  readonly backend: EmbeddingBackend;
  readonly kind: EmbeddingFailureKind;

  constructor(backend: EmbeddingBackend, kind: EmbeddingFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.backend = backend;
    this.kind = kind;
  }
}
