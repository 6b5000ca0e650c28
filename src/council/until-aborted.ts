/**
 * What the work comes to, or 'aborted' when the signal fires first, even if the work never ends. With a grace it has
 * that long after the signal to hand over what it has. Rejects as the work does.
 */
export async function untilAborted<Value>(
  signal: AbortSignal,
  work: () => Promise<Value>,
  graceMs = 0,
): Promise<Value | 'aborted'> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<'aborted'>((resolve) => {
    onAbort = () => {
      if (graceMs === 0) resolve('aborted');
      else timer = setTimeout(resolve, graceMs, 'aborted');
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
