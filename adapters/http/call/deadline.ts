import { toTimerMs } from '../../../src/kernel/time-limit.js';

/** One time limit for a whole call with its retries, combined with the caller's signal. */
export interface Deadline {
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Must be called at the end, because the caller's signal may outlive the call by hours. */
  release(): void;
}

export function startDeadline(timeoutMs: number, cancel: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const end = performance.now() + timeoutMs;
  const abort = () => controller.abort();
  const timer = setTimeout(abort, toTimerMs(timeoutMs));
  cancel?.addEventListener('abort', abort, { once: true });
  if (cancel?.aborted === true) abort();
  return {
    signal: controller.signal,
    remainingMs: () => end - performance.now(),
    release() {
      clearTimeout(timer);
      cancel?.removeEventListener('abort', abort);
    },
  };
}
