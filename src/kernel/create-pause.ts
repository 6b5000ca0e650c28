import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Undefined while there is no need to wait. */
export type Pause = () => Promise<void> | undefined;

/**
 * For a long computation: call it often and await the result, if any. After some milliseconds of work it lets the event
 * loop run.
 */
export function createPause(maxMs = MAX_WORK_MS): Pause {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxMs) return undefined;
    return yieldToEventLoop().then(() => {
      since = performance.now();
    });
  };
}

const MAX_WORK_MS = 8;
