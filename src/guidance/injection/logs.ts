import { appendLines } from '../files/append-lines.js';
import type { InjectionLine } from './injection.js';

/** Logs of the data folder, one JSON object per line; they only grow, and are put aside when they are large. */
export const INJECTION_LOG = 'injections.jsonl';
export const PAUSE_LOG = 'pauses.jsonl';
export const OUTCOME_LOG = 'guidance-outcomes.jsonl';
export const TURN_LOG = 'lesson-turns.jsonl';
export const LESSON_LOG = 'lessons.jsonl';

/** How much of a log's end a hook looks at: some thousand lines. */
export const HOOK_TAIL_BYTES = 262_144;

interface Moment {
  readonly sessionId: string;
  readonly now: Date;
}

/** A prompt of the user begins a turn; a correction is what guidance wants to prevent. */
export function noteTurn(
  dataFolder: string,
  { sessionId, correction, now }: Moment & { readonly correction: boolean },
): void {
  const line = { event: 'turn', session: sessionId, correction, time: now.toISOString() };
  appendLines(dataFolder, OUTCOME_LOG, [line]);
}

/** A tool call that failed. */
export function noteFailedCall(
  dataFolder: string,
  { sessionId, toolUseId, toolName, now }: Moment & { readonly toolUseId: string; readonly toolName: string },
): void {
  const time = now.toISOString();
  const line = { event: 'failed_call', session: sessionId, tool_use_id: toolUseId, tool: toolName, time };
  appendLines(dataFolder, OUTCOME_LOG, [line]);
}

/** Records what was shown and left out. A write that fails costs the statistic, never the call. */
export function recordInjection(dataFolder: string, lines: readonly InjectionLine[]): void {
  appendLines(dataFolder, INJECTION_LOG, lines);
}
