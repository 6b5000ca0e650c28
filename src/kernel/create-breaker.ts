import { settleWithin, withinTime } from './time-limit.js';

/** Guards calls of a service that may disappear. */
export interface Breaker {
  /**
   * Calls the service. After a call that took too long, all calls fail immediately for a while. A caller that gives up by
   * its signal says nothing about the service.
   */
  attempt<Value>(call: () => Promise<Value>, signal?: AbortSignal): Promise<Value>;
  /** Calls the service even then, for work that no user waits for. A success ends the pause; a failure changes nothing. */
  attemptInBackground<Value>(call: () => Promise<Value>): Promise<Value>;
}

export interface BreakerLimits {
  readonly maxMs: number;
  readonly pauseMs: number;
  /** For work in the background. Default: 5 s. */
  readonly backgroundMs?: number;
}

export function createBreaker({ maxMs, pauseMs, backgroundMs = 5_000 }: BreakerLimits): Breaker {
  let pause: { readonly until: number; readonly reason: Error } | undefined;
  return {
    async attempt(call, signal) {
      signal?.throwIfAborted();
      if (pause !== undefined && performance.now() < pause.until) throw pause.reason;
      // The call is not aborted at the limit: a server that is loading its model would give up loading it.
      const settled = await settleWithin({ maxMs, signal }, () => call());
      signal?.throwIfAborted();
      if (settled.ok) {
        pause = undefined;
        return settled.value;
      }
      const reason = new Error(`no answer within ${maxMs / 1000} s`);
      pause = { until: performance.now() + pauseMs, reason };
      throw reason;
    },
    async attemptInBackground(call) {
      const value = await withinTime({ maxMs: backgroundMs }, () => call());
      pause = undefined;
      return value;
    },
  };
}
