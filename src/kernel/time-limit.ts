import { failure, type Result, success } from './result.js';

export interface TimeLimit {
  readonly maxMs?: number | undefined;
  /** The caller's own signal. */
  readonly signal?: AbortSignal | undefined;
  /** How long after its end the work may still deliver what it has. */
  readonly graceMs?: number;
}

/**
 * Waits for work, but never longer than the limit, even if the work never ends. The work gets a signal that tells it to
 * stop. Rejects only if the work does in time; what comes later is ignored.
 */
export async function settleWithin<Value>(
  { maxMs, signal: caller, graceMs = 0 }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Result<Value, 'timeout' | 'cancelled'>> {
  if (caller?.aborted) return failure('cancelled');
  const timeout = new AbortController();
  const signal = joinSignals(caller, maxMs === undefined ? undefined : timeout.signal) ?? timeout.signal;
  const settled = new AbortController();
  const limitTimer = maxMs === undefined ? undefined : setTimeout(() => timeout.abort(), toTimerMs(maxMs));
  let graceTimer: NodeJS.Timeout | undefined;
  const ended = new Promise<Result<Value, 'timeout' | 'cancelled'>>((resolve) => {
    const end = () => resolve(failure(timeout.signal.aborted ? 'timeout' : 'cancelled'));
    const onAbort = () => {
      if (graceMs === 0) end();
      else graceTimer = setTimeout(end, graceMs);
    };
    signal.addEventListener('abort', onAbort, { once: true, signal: settled.signal });
  });
  const working = (async () => work(signal))();
  working.catch(() => undefined);
  try {
    return await Promise.race([working.then(success), ended]);
  } finally {
    clearTimeout(limitTimer);
    clearTimeout(graceTimer);
    settled.abort();
  }
}

/** The same for work that is useless without a result: rejects with the caller's reason, or says how long it took. */
export async function withinTime<Value>(
  limit: TimeLimit,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const settled = await settleWithin(limit, work);
  if (settled.ok) return settled.value;
  throw settled.error === 'cancelled'
    ? limit.signal?.reason
    : new Error(`no answer within ${(limit.maxMs ?? 0) / 1000} s`);
}

function joinSignals(a: AbortSignal | undefined, b: AbortSignal | undefined): AbortSignal | undefined {
  return a === undefined || b === undefined ? (a ?? b) : AbortSignal.any([a, b]);
}

/** Node takes a longer time for no time at all. */
export function toTimerMs(ms: number): number {
  return Math.min(Math.max(ms, 1), MAX_TIMER_MS);
}

const MAX_TIMER_MS = 2 ** 31 - 1;
