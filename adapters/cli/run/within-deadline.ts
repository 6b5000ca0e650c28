import { failure, type Result, success } from '../../../src/kernel/result.js';
import { MAX_TIMER_MS } from '../../../src/processes/index.js';

/**
 * Waits for work that cannot be stopped itself (a file on a disk that does not answer), but no longer than there is
 * time and nobody cancels. What the work gives later is dropped.
 */
export async function withinDeadline<Value>(
  work: () => Promise<Value>,
  remainingMs: number,
  signal: AbortSignal,
): Promise<Result<Value, 'timeout' | 'cancelled'>> {
  if (signal.aborted) return failure('cancelled');
  const settled = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<Result<Value, 'timeout' | 'cancelled'>>((resolve) => {
    timer = setTimeout(() => resolve(failure('timeout')), Math.min(Math.max(remainingMs, 1), MAX_TIMER_MS));
    signal.addEventListener('abort', () => resolve(failure('cancelled')), { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([work().then(success), ended]);
  } finally {
    clearTimeout(timer);
    settled.abort();
  }
}
