import { errorMessage } from '../../kernel/error-code.js';
import type { EmbeddingBackend } from './embedding.js';

export type EmbeddingFailureKind =
  | 'unreachable'
  | 'timeout'
  | 'unknown_model'
  | 'not_installed'
  | 'bad_answer'
  | 'crashed'
  | 'closed';

/** The notice for an answer that was made without the configured embedding, because it failed. */
export function describeFallback(error: unknown, instead: 'builtin' | 'words'): string {
  const cause = errorMessage(error);
  const used = instead === 'builtin' ? 'the builtin one was used instead' : 'only words were compared instead';
  return `the configured embedding failed (${cause}); ${used}`;
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
