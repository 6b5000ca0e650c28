import { appendLines } from '../files/append-lines.js';
import { detectLessons } from '../lessons/detect-lessons.js';
import { OUTCOME_LOG } from './logs.js';

interface Moment {
  readonly sessionId: string;
  readonly now: Date;
}

/** A prompt of the user begins a turn; whether it corrects the agent is what guidance wants to prevent. */
export function noteTurn(dataFolder: string, { sessionId, prompt, now }: Moment & { readonly prompt: string }): void {
  const found = detectLessons({ role: 'user', text: prompt.slice(0, 20_000) });
  const isCorrection = found.some(({ source }) => source === 'user_correction' || source === 'repeated_mistake');
  note(dataFolder, { event: 'turn', session: sessionId, correction: isCorrection, time: now.toISOString() });
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
