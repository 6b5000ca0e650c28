import type { Result } from '../../../src/kernel/result.js';
import type { FailedCall, ModelFailure, ModelReply, Usage } from '../../../src/models/index.js';

/** The result of one try, with whether and when a retry may help. */
export type Attempt = Result<ModelReply, FailedAttempt>;

export interface FailedAttempt extends FailedCall {
  readonly retry: boolean;
  /** The server asked to wait this long. */
  readonly retryAfterMs?: number;
}

/** A retry would give the same failure. */
export function finalFailure(failure: ModelFailure, usage: Usage = {}): { ok: false; error: FailedAttempt } {
  return { ok: false, error: { failure, usage, retry: false } };
}

/** A retry may succeed. */
export function passingFailure(
  failure: ModelFailure,
  usage: Usage,
  retryAfterMs?: number,
): { ok: false; error: FailedAttempt } {
  return { ok: false, error: { failure, usage, retry: true, ...(retryAfterMs !== undefined && { retryAfterMs }) } };
}
