import type { CheckedRequest } from '../check-request.js';
import type { TimeLimits } from '../time-limits.js';
import { answeredTurns, type RoundRecord } from './debate-record.js';

type Cap = Pick<CheckedRequest, 'maxSeconds'>;

/** Whether a cap or the caller has ended the debate, and which; null while it may go on. */
export function whatEndedIt(limits: TimeLimits, { maxSeconds }: Cap): string | null {
  if (!limits.signal.aborted) return null;
  return limits.reason().kind === 'timeout' ? `the time cap of ${maxSeconds} s was reached` : 'it was cancelled';
}

/** Why another round could not be finished in the time that is left, to judge by the last; null where it could. */
export function noTimeLeft(last: RoundRecord | undefined, limits: TimeLimits, { maxSeconds }: Cap): string | null {
  const fastestMs = Math.min(...answeredTurns(last ?? { turns: [] }).map(({ durationMs }) => durationMs));
  const leftMs = limits.remainingMs();
  if (!Number.isFinite(fastestMs) || leftMs >= fastestMs) return null;
  const left = `${seconds(leftMs)} left, the fastest answer took ${seconds(fastestMs)}`;
  return `the time cap of ${maxSeconds} s leaves no time for another round (${left})`;
}

function seconds(milliseconds: number): string {
  return `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s`;
}
