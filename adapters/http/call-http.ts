import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import { errorMessage } from '../../src/kernel/error-code.js';
import { mapTexts } from '../../src/kernel/map-texts.js';
import { failure, success } from '../../src/kernel/result.js';
import {
  type ModelAnswer,
  type ModelFailure,
  type ModelRequest,
  NEVER_ASKED,
  sumUsage,
  type Usage,
} from '../../src/models/index.js';
import type { Attempt, FailedAttempt } from './call/attempt.js';
import { type Deadline, startDeadline } from './call/deadline.js';
import { createSend, type ModelCall, type Send } from './call/exchange.js';
import { type HttpService, hideKey } from './call/http-service.js';
import { precheck } from './call/precheck.js';
import { shorten } from './call/read-error-body.js';

/**
 * Asks a back end in the way of all HTTP adapters: retries temporary failures with growing random pauses, within one
 * deadline, and stops immediately when the request is cancelled. Never rejects.
 */
export async function callHttp(
  service: HttpService,
  request: ModelRequest,
  attempt: (send: Send) => Promise<Attempt>,
): Promise<ModelAnswer> {
  const problem = precheck(service, request);
  if (problem !== undefined) return failure({ failure: problem, usage: NEVER_ASKED });
  const deadline = startDeadline(service.settings.timeoutMs, request.signal);
  try {
    const answer = await tryUntilDeadline({ service, request }, deadline, attempt);
    return answer.ok ? answer : failure(mapTexts(answer.error, (text) => hideKey(service, text)));
  } finally {
    deadline.release();
  }
}

async function tryUntilDeadline(
  { service, request }: Pick<ModelCall, 'service' | 'request'>,
  deadline: Deadline,
  attempt: (send: Send) => Promise<Attempt>,
): Promise<ModelAnswer> {
  const send = createSend(service, request.model, deadline.signal);
  const tries: Usage[] = [];
  let begun = 0;
  // An interrupted try reported nothing, and may be billed.
  const usage = () => sumUsage(begun > tries.length ? [...tries, {}] : tries);
  let isWaiting = false;
  let last: ModelFailure | undefined;
  let timedOut: ModelFailure | undefined;
  try {
    const reply = await pRetry(
      async () => {
        isWaiting = false;
        begun += 1;
        const outcome = await attempt(send);
        tries.push(outcome.ok ? outcome.value.usage : outcome.error.usage);
        if (outcome.ok) return outcome.value;
        if (outcome.error.failure.kind === 'timeout') timedOut = outcome.error.failure;
        throw new FailedTry(outcome.error);
      },
      {
        retries: service.settings.maxRetries,
        minTimeout: service.backoffBaseMs,
        maxTimeout: MAX_PAUSE_MS,
        randomize: true,
        signal: deadline.signal,
        onFailedAttempt: ({ error }) => {
          if (deadline.signal.aborted) return;
          last = toFailure(error);
          isWaiting = true;
        },
        shouldRetry: async ({ error }) => {
          if (!(error instanceof FailedTry) || !error.attempt.retry) return false;
          const { retryAfterMs = 0 } = error.attempt;
          if (retryAfterMs >= deadline.remainingMs()) return false;
          await sleep(retryAfterMs, undefined, { signal: deadline.signal });
          return true;
        },
      },
    );
    return success({ ...reply, usage: usage() });
  } catch (error) {
    if (request.signal.aborted) return failure({ failure: { kind: 'cancelled' }, usage: usage() });
    // If the time runs out between two tries, the last failure is more useful than "timed out".
    if (deadline.signal.aborted && !isWaiting) {
      return failure({ failure: timedOut ?? { kind: 'timeout', afterMs: service.settings.timeoutMs }, usage: usage() });
    }
    return failure({ failure: last ?? toFailure(error), usage: usage() });
  }
}

/** Carries a failed try through the retry library, which only knows exceptions. */
class FailedTry extends Error {
  readonly attempt: FailedAttempt;

  constructor(attempt: FailedAttempt) {
    super(attempt.failure.kind);
    this.attempt = attempt;
  }
}

function toFailure(error: unknown): ModelFailure {
  if (error instanceof FailedTry) return error.attempt.failure;
  return { kind: 'unreadable_answer', detail: shorten(errorMessage(error)) };
}

const MAX_PAUSE_MS = 30_000;
