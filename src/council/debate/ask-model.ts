import type { ModelAnswer } from '../../models/index.js';
import type { Seat } from '../panel/seat.js';
import type { TimeLimits } from './time-limits.js';

/**
 * One call to a participant's model. It always settles when the limits end, even if the adapter does not: one
 * participant that hangs must not hold up the round. Its clean-up goes on behind.
 */
export async function askModel(
  seat: Seat,
  prompt: string,
  workingDirectory: string,
  limits: TimeLimits,
): Promise<ModelAnswer> {
  if (limits.signal.aborted) return ended(limits);
  const answer = Promise.resolve(
    seat.adapter.ask({
      model: seat.model,
      prompt,
      workingDirectory,
      signal: limits.signal,
      ...(seat.reasoningEffort === undefined ? {} : { reasoningEffort: seat.reasoningEffort }),
    }),
  ).catch(unexpected);
  const settled = await Promise.race([answer, whenAborted(limits.signal)]);
  if (settled === 'aborted') return ended(limits);
  // The adapter only sees that it was cancelled; why is known here.
  if (!settled.ok && settled.error.failure.kind === 'cancelled' && limits.signal.aborted) {
    return { ok: false, error: { failure: limits.reason(), usage: settled.error.usage } };
  }
  return settled;
}

function ended(limits: TimeLimits): ModelAnswer {
  return { ok: false, error: { failure: limits.reason(), usage: {} } };
}

/** An adapter promises not to reject; one that does (a bug, or a library user's own) still only fails its seat. */
function unexpected(error: unknown): ModelAnswer {
  const detail = error instanceof Error ? error.message : String(error);
  return { ok: false, error: { failure: { kind: 'unreadable_answer', detail }, usage: {} } };
}

function whenAborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted'), { once: true }));
}
