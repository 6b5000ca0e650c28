import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import type { CoachingDatabase } from '../database/open-coaching-database.js';
import type { RetriedWrites } from '../retried-writes.js';
import { systemTimers, type Timers } from '../timers.js';
import type { ActionType } from '../vocabulary.js';
import type { Action } from './action.js';
import type { ActionData } from './action-data.js';
import { type BufferUpdate, createBufferLog } from './buffer-log.js';
import { createStoredActions, type StoredActions } from './stored-actions.js';

/** The timeline of what the person and the coach do. */
export interface ActionLog extends Pick<StoredActions, 'recent' | 'timeSinceLast'> {
  /**
   * Undefined if the action was discarded, because it needs a session and there is none. `session_ended` stores the last
   * summaries of edits first, `file_close` the one of its file.
   */
  logAction<Type extends ActionType>(
    sessionId: string | null,
    actionType: Type,
    ...data: DataArgument<Type>
  ): Promise<Action | undefined>;
  /** Counts an edit of an open file; without a session it is only for listeners. */
  updateBuffer(sessionId: string | null, update: BufferUpdate): Promise<void>;
  /** Calls `listener` for every action after it was stored, and for every edit. Returns what ends it. */
  subscribe(listener: (event: ActionLogEvent) => void): () => void;
  /** Stores the last summaries and ends all timers. */
  close(): Promise<void>;
}

/** Data is optional for the types of action that have none. */
type DataArgument<Type extends ActionType> =
  Record<never, never> extends ActionData[Type] ? [data?: ActionData[Type]] : [data: ActionData[Type]];

export type ActionLogEvent =
  | { readonly kind: 'action'; readonly action: Action }
  /** Too many to be stored. */
  | { readonly kind: 'buffer_update'; readonly sessionId: string | null; readonly update: BufferUpdate };

interface ActionLogContext {
  readonly database: CoachingDatabase;
  readonly writes: RetriedWrites;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timers?: Timers;
}

export function createActionLog({ clock, logger, timers = systemTimers, ...context }: ActionLogContext): ActionLog {
  const stored = createStoredActions({ ...context, clock });
  const listeners = createListeners<ActionLogEvent>(report('coaching.listener_failed'));
  const buffers = createBufferLog({
    timers,
    logSummary: (sessionId, data) => store(sessionId, 'buffer_summary', data),
    logSignificantChange: (sessionId, data) => store(sessionId, 'buffer_significant_change', data),
    onError: report('coaching.summary_failed'),
  });

  function report(event: string): (error: unknown) => void {
    return (error) => logger.log('error', event, { error: error instanceof Error ? error.message : String(error) });
  }

  async function store(sessionId: string | null, actionType: ActionType, data: object | undefined) {
    const action = await stored.add(sessionId, actionType, data);
    if (action !== undefined) listeners.notify({ kind: 'action', action });
    else logger.log('warn', 'coaching.action_discarded', { actionType, reason: 'there is no session' });
    return action;
  }

  return {
    async logAction(sessionId, actionType, ...[data]) {
      if (sessionId !== null && actionType === 'session_ended') await buffers.end(sessionId);
      if (sessionId !== null && actionType === 'file_close' && data !== undefined && 'path' in data) {
        await buffers.forget(sessionId, String(data.path));
      }
      return store(sessionId, actionType, data);
    },

    async updateBuffer(sessionId, update) {
      listeners.notify({ kind: 'buffer_update', sessionId, update });
      if (sessionId !== null) await buffers.update(sessionId, update);
    },

    recent: (sessionId, filter) => stored.recent(sessionId, filter),
    timeSinceLast: (sessionId, types) => stored.timeSinceLast(sessionId, types),
    subscribe: (listener) => listeners.add(listener),
    close: () => buffers.close(),
  };
}

/** Calls functions of others when something has happened. */
interface Listeners<Event> {
  /** Returns what removes the listener. */
  add(listener: (event: Event) => void): () => void;
  /** All of them are called, also if one throws. */
  notify(event: Event): void;
}

function createListeners<Event>(onError: (error: unknown) => void): Listeners<Event> {
  const entries = new Set<{ readonly call: (event: Event) => void }>();
  return {
    add(call) {
      const entry = { call };
      entries.add(entry);
      return () => {
        entries.delete(entry);
      };
    },
    notify(event) {
      // A copy: a listener may add or remove one.
      for (const { call } of [...entries]) {
        try {
          call(event);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}
