export interface TimeLimit {
  readonly isUp: () => boolean;
  /** From now on. */
  readonly extend: (limitMs: number) => void;
  /** A timer is set only for who asks for it: setting one takes longer than most of what a hook does. */
  readonly whenUp: () => Promise<'late'>;
  readonly release: () => void;
}

export function startTimeLimit(limitMs: number): TimeLimit {
  let end = milliseconds() + limitMs;
  let timer: NodeJS.Timeout | undefined;
  let notify: (late: 'late') => void = () => undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => notify('late'), Math.max(0, end - milliseconds()));
  };
  return {
    isUp: () => milliseconds() >= end,
    extend(moreMs) {
      end = milliseconds() + moreMs;
      if (timer !== undefined) wait();
    },
    whenUp: () =>
      new Promise((settle) => {
        notify = settle;
        wait();
      }),
    release: () => {
      if (timer !== undefined) clearTimeout(timer);
    },
  };
}

/** Since the process began. `performance` would be loaded for it, which takes a hook longer than most of its work. */
function milliseconds(): number {
  return process.uptime() * 1000;
}
