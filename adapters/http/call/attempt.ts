import type { Result } from '../../../src/kernel/result.js';
import {
  type FailedCall,
  type ModelFailure,
  type ModelReply,
  sumUsage,
  type Usage,
} from '../../../src/models/index.js';

/** The result of one try, with whether and when a retry may help. */
export type Attempt = Result<ModelReply, FailedAttempt>;

export interface FailedAttempt extends FailedCall {
  readonly retry: boolean;
  /** The server asked to wait this long. */
  readonly retryAfterMs?: number;
  /** The length limit left no usable answer. */
  readonly isCut?: boolean;
}

/** A retry would give the same failure. */
export function finalFailure(
  failure: ModelFailure,
  usage: Usage = {},
  isCut = false,
): { ok: false; error: FailedAttempt } {
  return { ok: false, error: { failure, usage, retry: false, ...(isCut && { isCut }) } };
}

/** A retry may succeed. */
export function passingFailure(
  failure: ModelFailure,
  usage: Usage,
  retryAfterMs?: number,
): { ok: false; error: FailedAttempt } {
  return { ok: false, error: { failure, usage, retry: true, ...(retryAfterMs !== undefined && { retryAfterMs }) } };
}

/** Adds what earlier requests of the same try used: they were sent, too. */
export function withEarlier(attempt: Attempt, earlier: readonly Usage[]): Attempt {
  if (earlier.length === 0) return attempt;
  return attempt.ok
    ? { ok: true, value: { ...attempt.value, usage: sumUsage([...earlier, attempt.value.usage]) } }
    : { ok: false, error: { ...attempt.error, usage: sumUsage([...earlier, attempt.error.usage]) } };
}
