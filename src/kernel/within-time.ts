export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** What the work gives, or a `TimeoutError` after so many milliseconds. The work itself continues, and its result is dropped. */
export async function withinTime<Value>(
  work: Promise<Value>,
  ms: number,
  message = `no answer within ${ms} ms`,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(message)), ms);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
