/** Repeated work, passed in so that tests can decide when it runs. */
export interface Timers {
  /** `work` handles its own failures. Returns what ends it. */
  every(intervalMs: number, work: () => Promise<void>): () => void;
}

/** They do not keep the process alive. */
export const systemTimers: Timers = {
  every(intervalMs, work) {
    const timer = setInterval(() => void work(), intervalMs).unref();
    return () => clearInterval(timer);
  },
};
