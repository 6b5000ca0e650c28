import { untilAborted } from '../until-aborted.js';

/**
 * For work that only improves a result: it gets this much time and ends with the caller. Rejects when the time is up;
 * what it returns afterwards is ignored.
 */
export async function withinTime<Value>(
  maxMs: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), maxMs);
  const signal = caller === undefined ? timeout.signal : AbortSignal.any([caller, timeout.signal]);
  const working = (async () => work(signal))();
  // It may still fail when no caller listens any more.
  working.catch(() => undefined);
  try {
    const result = await untilAborted(signal, () => working);
    if (result !== 'aborted') return result;
    throw new Error(timeout.signal.aborted ? `no answer within ${maxMs / 1000} s` : 'it was cancelled');
  } finally {
    clearTimeout(timer);
  }
}
