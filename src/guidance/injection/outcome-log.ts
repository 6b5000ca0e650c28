import { appendLines } from '../files/append-lines.js';
import { OUTCOME_LOG } from './logs.js';

interface Moment {
  readonly sessionId: string;
  readonly now: Date;
}

/** A prompt of the user begins a turn; a correction is what guidance wants to prevent. */
export function noteTurn(
  dataFolder: string,
  { sessionId, correction, now }: Moment & { readonly correction: boolean },
): void {
  note(dataFolder, { event: 'turn', session: sessionId, correction, time: now.toISOString() });
}

/** A tool call that failed. */
export function noteFailedCall(
  dataFolder: string,
  { sessionId, toolUseId, toolName, now }: Moment & { readonly toolUseId: string; readonly toolName: string },
): void {
  const time = now.toISOString();
  note(dataFolder, { event: 'failed_call', session: sessionId, tool_use_id: toolUseId, tool: toolName, time });
}

function note(dataFolder: string, line: Record<string, unknown>): void {
  appendLines(dataFolder, OUTCOME_LOG, [line]);
}
