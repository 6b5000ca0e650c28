import type { DeliberateOptions } from '../council.js';
import type { OnProgress, ProgressEvent } from '../progress.js';
import type { DeliberationResult } from '../result.js';

/**
 * The deliberations that this council holds. A client that gave up waiting comes back with the id while its first call
 * still goes on here: it joins that one, since a second could only be refused.
 */
export interface UnderWay {
  find(id: string): Joinable | undefined;
  /** Holds one for a caller, and for whoever joins. */
  host(id: string, caller: Caller, hold: (held: Held) => Promise<DeliberationResult>): Joined;
}

export type Caller = Pick<DeliberateOptions, 'onProgress'> & { readonly signal?: AbortSignal | undefined };

/** Whoever called, and whoever joined them, as one. */
export interface Held {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

type Joined = Promise<DeliberationResult>;

export interface Joinable {
  /** It was cancelled, and is only writing its end. */
  isEnding(): boolean;
  /** Whatever it comes to. */
  readonly ended: Promise<unknown>;
  /** Tells first what was told so far. From now on this caller decides whether it goes on. */
  join(caller: Caller): Joined;
}

export function createUnderWay(): UnderWay {
  const held = new Map<string, Joinable>();
  return {
    find: (id) => held.get(id),
    host(id, caller, hold) {
      const audience = createAudience();
      audience.admit(caller);
      const result = hold({ signal: audience.signal, onProgress: audience.tell }).finally(() => {
        held.delete(id);
        audience.dismiss();
      });
      held.set(id, {
        isEnding: () => audience.signal.aborted,
        ended: result.catch(() => undefined),
        join(other) {
          audience.admit(other);
          return result;
        },
      });
      return result;
    },
  };
}

interface Audience {
  readonly signal: AbortSignal;
  readonly tell: OnProgress;
  admit(caller: Caller): void;
  dismiss(): void;
}

/** Of one that gave up without a word nothing is known any more, so the last who came decides. */
function createAudience(): Audience {
  const controller = new AbortController();
  const callers: Caller[] = [];
  const told: ProgressEvent[] = [];
  const onAbort = () => {
    const last = callers.at(-1)?.signal;
    if (last?.aborted === true) controller.abort(last.reason);
  };
  return {
    signal: controller.signal,
    tell(event) {
      told.push(event);
      for (const { onProgress } of callers) onProgress?.(event);
    },
    admit(caller) {
      callers.push(caller);
      for (const event of told) caller.onProgress?.(event);
      if (caller.signal?.aborted === true) onAbort();
      else caller.signal?.addEventListener('abort', onAbort, { once: true });
    },
    dismiss() {
      for (const { signal } of callers) signal?.removeEventListener('abort', onAbort);
    },
  };
}
