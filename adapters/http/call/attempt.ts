import type { Result } from '../../../src/kernel/result.js';
import type { FailedCall, ModelFailure, ModelReply, Usage } from '../../../src/models/index.js';

/** One try of a call. The retry policy reads whether, and after what time, another one is worth making. */
export type Attempt = Result<ModelReply, FailedAttempt>;

export interface FailedAttempt extends FailedCall {
  readonly retry: boolean;
  /** The server named the earliest moment for the next try. */
  readonly retryAfterMs?: number;
}

/** Asking the same thing again would give the same failure. */
export function finalFailure(failure: ModelFailure, usage: Usage = {}): { ok: false; error: FailedAttempt } {
  return { ok: false, error: { failure, usage, retry: false } };
}

/** The failure lies in the moment: another try may succeed. */
export function passingFailure(
  failure: ModelFailure,
  usage: Usage,
  retryAfterMs?: number,
): { ok: false; error: FailedAttempt } {
  return { ok: false, error: { failure, usage, retry: true, ...(retryAfterMs !== undefined && { retryAfterMs }) } };
}
