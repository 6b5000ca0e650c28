/** The time, passed in so that tests can set it. */
export interface Clock {
  now(): Date;
  /** Milliseconds that never go back, for durations. */
  elapsed(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
};
