import { setMaxListeners } from 'node:events';
import type { ModelFailure } from '../models/index.js';

/** Why work may be ended from outside: the caller, the deliberation's own time cap, a round's timeout, a tool's. */
export interface TimeLimits {
  readonly signal: AbortSignal;
  /** What an ended call is reported as. */
  readonly reason: () => ModelFailure;
  /** Infinity where there is no limit. */
  readonly remainingMs: () => number;
  /** Timers must not keep the process alive once the work is done. */
  readonly release: () => void;
}

/**
 * The limits of a whole deliberation; rounds and tools add their own within it. Calls end a little before the cap: the
 * count, the transcript and the storing of the decision come after them and belong to the time that was allowed.
 */
export function limitDeliberation(caller: AbortSignal | undefined, maxSeconds: number | undefined): TimeLimits {
  const timeoutMs = maxSeconds === undefined ? undefined : maxSeconds * 1000 - timeForVerdictMs(maxSeconds);
  return limit(
    { signal: caller, reason: () => ({ kind: 'cancelled' }), remainingMs: () => Number.POSITIVE_INFINITY },
    timeoutMs,
  );
}

/** A tenth, at most two seconds: the verdict takes milliseconds, on a slow disk perhaps more. */
function timeForVerdictMs(maxSeconds: number): number {
  return Math.min(maxSeconds * 100, 2_000);
}

/** The same limits with an additional timeout. */
export function withTimeout(outer: TimeLimits, timeoutMs: number): TimeLimits {
  return limit(outer, timeoutMs);
}

type OuterLimits = Pick<TimeLimits, 'reason' | 'remainingMs'> & { readonly signal: AbortSignal | undefined };

function limit(outer: OuterLimits, timeoutMs: number | undefined): TimeLimits {
  const end = performance.now() + Math.min(timeoutMs ?? Number.POSITIVE_INFINITY, outer.remainingMs());
  const timeout = new AbortController();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => timeout.abort(), timeoutMs);
  const signal = outer.signal === undefined ? timeout.signal : AbortSignal.any([outer.signal, timeout.signal]);
  // Every participant of a round listens on one signal; Node would take twenty of them for a leak.
  setMaxListeners(0, signal);
  return {
    signal,
    reason: () =>
      timeout.signal.aborted && timeoutMs !== undefined ? { kind: 'timeout', afterMs: timeoutMs } : outer.reason(),
    remainingMs: () => end - performance.now(),
    release: () => clearTimeout(timer),
  };
}
