import type { EmbeddingBackend } from './embedding.js';

export type EmbeddingFailureKind =
  | 'unreachable'
  | 'timeout'
  | 'unknown_model'
  | 'not_installed'
  | 'bad_answer'
  | 'crashed'
  | 'closed';

/** What a user is told when a search used the builtin embedding because of a problem with the configured one. */
export function describeFallback(problem: string | undefined): string | undefined {
  return problem && `the configured embedding failed (${problem}); the builtin one was used instead`;
}

/** A backend that cannot embed now. The message is one line that names the cause and the remedy. */
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
