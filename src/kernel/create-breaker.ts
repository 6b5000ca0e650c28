import { settleWithin, withinTime } from './time-limit.js';

/** Guards calls of a service that may disappear. */
export interface Breaker {
  /** Calls the service. After a call that took too long, all calls fail immediately for a while. */
  attempt<Value>(call: () => Promise<Value>): Promise<Value>;
  /** Calls the service even then, for work that no user waits for. A success ends the pause; a failure changes nothing. */
  attemptInBackground<Value>(call: () => Promise<Value>): Promise<Value>;
  /** Why the last call failed; undefined if it succeeded. */
  problem(): string | undefined;
}

export interface BreakerLimits {
  readonly maxMs: number;
  readonly pauseMs: number;
  /** For work in the background. Default: 5 s. */
  readonly backgroundMs?: number;
}

export function createBreaker({ maxMs, pauseMs, backgroundMs = 5_000 }: BreakerLimits): Breaker {
  let failure: Error | undefined;
  let pausedUntil = 0;
  return {
    async attempt(call) {
      if (failure !== undefined && performance.now() < pausedUntil) throw failure;
      try {
        // It is not aborted: a server that is loading its model would give up loading it.
        const settled = await settleWithin({ maxMs }, () => call());
        if (!settled.ok) {
          pausedUntil = performance.now() + pauseMs;
          throw new Error(`no answer within ${maxMs / 1000} s`);
        }
        failure = undefined;
        return settled.value;
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        throw failure;
      }
    },
    async attemptInBackground(call) {
      const value = await withinTime({ maxMs: backgroundMs }, () => call());
      failure = undefined;
      return value;
    },
    problem: () => failure?.message,
  };
}
