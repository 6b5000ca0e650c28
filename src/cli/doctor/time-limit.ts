export interface TimeLimit {
  /** For work that can be told to stop. */
  readonly signal: AbortSignal;
  /** For work that cannot: to be raced against. */
  readonly expired: Promise<'expired'>;
  readonly stop: () => void;
}

export function timeLimit(ms: number): TimeLimit {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<'expired'>((settle) => {
    timer = setTimeout(() => {
      settle('expired');
      controller.abort();
    }, ms);
  });
  return { signal: controller.signal, expired, stop: () => clearTimeout(timer) };
}
