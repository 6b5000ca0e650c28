/** The time, as a value that is handed in: tests move it, the program reads the machine's. */
export interface Clock {
  now(): Date;
  /** Milliseconds that only grow, for durations. */
  elapsed(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
};
