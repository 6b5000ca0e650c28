import { setImmediate as nextTurn } from 'node:timers/promises';

/** To be awaited between steps: lets everything else in the process have its turn, after some milliseconds of work. */
export function createPause(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < LONGEST_AT_WORK_MS) return;
    await nextTurn();
    since = performance.now();
  };
}

const LONGEST_AT_WORK_MS = 8;
