/** A longer timer would fire immediately, with a warning: Node keeps the milliseconds in 32 bits (24.8 days). */
export const MAX_TIMER_MS = 2 ** 31 - 1;
