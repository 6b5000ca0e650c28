import { setTimeout as delay } from 'node:timers/promises';
import type { ModelFailure } from '../../models/index.js';
import { ApiCallError } from './api-errors.js';
import type { CallApi } from './call-api.js';

/** `callApi` that asks once more, a second later, after a failure that may pass. Both calls are recorded. */
export function callApiWithRetry(callApi: CallApi, waitMs = RETRY_AFTER_MS): CallApi {
  return async (options) => {
    try {
      return await callApi(options);
    } catch (error) {
      if (!isTransient(error)) throw error;
      const { signal } = options;
      await delay(waitMs, undefined, signal && { signal }).catch(() => undefined);
      if (signal?.aborted) throw error;
      return callApi(options);
    }
  };
}

const RETRY_AFTER_MS = 1_000;

/**
 * A refusal, a cut answer and one of the wrong form would be the same again, and be paid again. A call that timed out has
 * taken as long as a person waits.
 */
const TRANSIENT: ReadonlySet<ModelFailure['kind']> = new Set([
  ...(['unreachable', 'rate_limited', 'server_error'] as const),
  ...(['empty_answer', 'unreadable_answer', 'exited'] as const),
]);

function isTransient(error: unknown): boolean {
  return error instanceof ApiCallError && error.failure !== undefined && TRANSIENT.has(error.failure.kind);
}
