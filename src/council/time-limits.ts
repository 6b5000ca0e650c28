import { setMaxListeners } from 'node:events';
import type { ModelFailure } from '../models/index.js';

/** Why work may be ended from outside: the caller, the deliberation's own time cap, a round's timeout, a tool's. */
export interface TimeLimits {
  readonly signal: AbortSignal;
  /** What an ended call is reported as. */
  readonly reason: () => ModelFailure;
  /** Timers must not keep the process alive once the work is done. */
  readonly release: () => void;
}

/** The limits of a whole deliberation; rounds and tools add their own within it. */
export function limitDeliberation(caller: AbortSignal | undefined, maxSeconds: number | undefined): TimeLimits {
  return limit(caller, maxSeconds === undefined ? undefined : maxSeconds * 1000, () => ({ kind: 'cancelled' }));
}

/** The same limits, and a timeout beside them. */
export function withTimeout(outer: TimeLimits, timeoutMs: number): TimeLimits {
  return limit(outer.signal, timeoutMs, outer.reason);
}

function limit(
  outer: AbortSignal | undefined,
  timeoutMs: number | undefined,
  outerReason: () => ModelFailure,
): TimeLimits {
  const timeout = new AbortController();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => timeout.abort(), timeoutMs);
  const signal = outer === undefined ? timeout.signal : AbortSignal.any([outer, timeout.signal]);
  // Every participant of a round listens on one signal; Node would take twenty of them for a leak.
  setMaxListeners(0, signal);
  return {
    signal,
    reason: () =>
      timeout.signal.aborted && timeoutMs !== undefined ? { kind: 'timeout', afterMs: timeoutMs } : outerReason(),
    release: () => clearTimeout(timer),
  };
}
