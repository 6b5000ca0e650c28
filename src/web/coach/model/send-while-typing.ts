/** Calls `send` some time after the last key, and at least every two seconds while keys are pressed. */
export interface TypingTimer {
  typed(): void;
  /** Sends what waits, now. */
  flush(): void;
  /** Forgets what waits. */
  cancel(): void;
}

export function sendWhileTyping(send: () => void): TypingTimer {
  let afterPause: ReturnType<typeof setTimeout> | undefined;
  let latest: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(afterPause);
    clearTimeout(latest);
    afterPause = undefined;
    latest = undefined;
  };
  const flush = () => {
    if (latest === undefined) return;
    cancel();
    send();
  };
  return {
    typed() {
      clearTimeout(afterPause);
      afterPause = setTimeout(flush, PAUSE_MS);
      latest ??= setTimeout(flush, MAX_WAIT_MS);
    },
    flush,
    cancel,
  };
}

const PAUSE_MS = 500;
const MAX_WAIT_MS = 2_000;
