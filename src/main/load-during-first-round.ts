import type { Council, DeliberateOptions } from '../council/index.js';

/**
 * Calls `load` once, while the participants of a first round think: the comparison of answers after the second round
 * then finds everything loaded. One round compares nothing, so it loads nothing.
 */
export function loadDuringFirstRound(council: Council, load: () => Promise<unknown>): Council {
  let isStarted = false;
  const start = () => {
    isStarted = true;
    // A failure is repeated, and reported, where the parts are used.
    setTimeout(() => void load().catch(() => undefined), AFTER_START_MS).unref();
  };
  const watch = (options: DeliberateOptions = {}): DeliberateOptions => ({
    ...options,
    onProgress: (event) => {
      if (!isStarted && event.kind === 'round_started' && event.rounds > 1) start();
      options.onProgress?.(event);
    },
  });
  return {
    ...council,
    deliberate: (request, options) => council.deliberate(request, watch(options)),
    resume: (request, options) => council.resume(request, watch(options)),
  };
}

/** By then the calls of the round have been made. */
const AFTER_START_MS = 100;
