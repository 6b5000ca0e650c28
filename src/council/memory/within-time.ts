/**
 * Work of which nothing but a better result depends: it gets so much time and no more, and ends with the caller. Rejects
 * when the time is over; whatever comes afterwards is nobody's.
 */
export async function withinTime<Value>(
  mostMs: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController();
  let stop: () => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    const end = (reason: Error) => {
      ending.abort(reason);
      reject(reason);
    };
    const onAbort = () => end(new Error('it was cancelled'));
    const timer = setTimeout(() => end(new Error(`no answer within ${mostMs / 1000} s`)), mostMs);
    caller?.addEventListener('abort', onAbort, { once: true });
    if (caller?.aborted) onAbort();
    stop = () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    };
  });
  const working = (async () => work(ending.signal))();
  // Both may still fail when nobody listens any more.
  working.catch(() => undefined);
  ended.catch(() => undefined);
  try {
    return await Promise.race([working, ended]);
  } finally {
    stop();
  }
}
