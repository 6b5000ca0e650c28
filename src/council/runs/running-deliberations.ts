import type { OnProgress, ProgressEvent } from '../contract/progress.js';
import type { DeliberationResult } from '../contract/result.js';

/**
 * The deliberations that this council runs. A client that gave up waiting may come back with the id while its first
 * call still runs here: it joins that one, because a second one would be refused.
 */
export interface RunningDeliberations {
  find(id: string): RunningDeliberation | undefined;
  /** Runs one for a caller, and for others that join. */
  start(id: string, caller: Caller, run: (subscribers: Subscribers) => Promise<DeliberationResult>): Joined;
}

export interface Caller {
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal | undefined;
}

type Joined = Promise<DeliberationResult>;

export interface RunningDeliberation {
  /** It was cancelled, and only writes its end. */
  isEnding(): boolean;
  /** Resolves when it has ended, also with an error. */
  readonly ended: Promise<unknown>;
  /** Repeats the progress so far. From now on this caller decides whether it continues. */
  join(caller: Caller): Joined;
}

/** All callers of one deliberation, seen as one. */
export interface Subscribers {
  /** Aborted when the caller that came last gives up; the earlier ones may be gone without a word. */
  readonly signal: AbortSignal;
  readonly notify: OnProgress;
}

export function createRunningDeliberations(): RunningDeliberations {
  const running = new Map<string, RunningDeliberation>();
  return {
    find: (id) => running.get(id),
    start(id, caller, run) {
      const subscribers = createSubscribers();
      subscribers.add(caller);
      const result = run(subscribers).finally(() => {
        running.delete(id);
        subscribers.clear();
      });
      running.set(id, {
        isEnding: () => subscribers.signal.aborted,
        ended: result.catch(() => undefined),
        join(other) {
          subscribers.add(other);
          return result;
        },
      });
      return result;
    },
  };
}

function createSubscribers(): Subscribers & { add(caller: Caller): void; clear(): void } {
  const controller = new AbortController();
  const callers: Caller[] = [];
  const events: ProgressEvent[] = [];
  const onAbort = () => {
    const last = callers.at(-1)?.signal;
    if (last?.aborted === true) controller.abort(last.reason);
  };
  return {
    signal: controller.signal,
    notify(event) {
      events.push(event);
      for (const { onProgress } of callers) onProgress?.(event);
    },
    add(caller) {
      callers.push(caller);
      for (const event of events) caller.onProgress?.(event);
      if (caller.signal?.aborted === true) onAbort();
      else caller.signal?.addEventListener('abort', onAbort, { once: true });
    },
    clear() {
      for (const { signal } of callers) signal?.removeEventListener('abort', onAbort);
    },
  };
}
