import type { Action } from '../action-log/action.js';
import type { ActionType, Stage } from '../vocabulary.js';

/** What happened, in milliseconds since the epoch. */
export type TraceEvent = { readonly at: number } & (
  | { readonly type: ActionType; readonly path: string | undefined }
  /** An edit, which the action log only summarizes. The same hash is the same text. */
  | { readonly type: 'buffer_update'; readonly path: string; readonly charCount: number; readonly textHash: string }
  /** Reported by a hook: what ran, and how it ended. */
  | { readonly type: 'test_run'; readonly run: string; readonly passed: boolean }
);

/** What the detectors judge. */
export interface Trace {
  /** In the order of time. */
  readonly events: readonly TraceEvent[];
  /** The active phase. */
  readonly phase: { readonly expectedFiles: readonly string[] } | null;
  readonly stage: Stage;
}

export function toTraceEvent({ actionType: type, data, createdAt }: Action): TraceEvent {
  const path = 'path' in data ? data.path : 'toPath' in data ? data.toPath : undefined;
  return { at: Date.parse(createdAt), type, path };
}

/** What the person does; rows that the coach writes say nothing about it. */
export const ACTIVITIES: ReadonlySet<TraceEvent['type']> = new Set<TraceEvent['type']>([
  'phase_started',
  'session_started',
  'session_resumed',
  'file_open',
  'file_save',
  'file_close',
  'tab_switch',
  'selection',
  'hint_level_change',
  'explain_requested',
  'review_requested',
  'buffer_update',
  'test_run',
]);
