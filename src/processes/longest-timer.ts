/** A timer that is set for longer fires at once, with a warning: 32 bits hold no more milliseconds (24.8 days). */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
