/** Notices that no page was open for a while. */
export interface IdleTimer {
  /** A page is open until the returned function is called. */
  readonly begin: () => () => void;
  /** Something was asked for. */
  touch(): void;
  readonly ended: Promise<void>;
  stop(): void;
}

export function createIdleTimer(idleMs: number): IdleTimer {
  let open = 0;
  let timer: NodeJS.Timeout | undefined;
  let end: () => void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const touch = () => {
    clearTimeout(timer);
    if (open === 0) timer = setTimeout(() => end(), idleMs).unref();
  };
  touch();
  return {
    begin() {
      open++;
      clearTimeout(timer);
      return () => {
        open--;
        touch();
      };
    },
    touch,
    ended,
    stop: () => clearTimeout(timer),
  };
}
