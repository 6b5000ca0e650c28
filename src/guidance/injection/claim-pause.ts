import { utcText } from '../../kernel/utc-text.js';
import { appendLines } from '../files/append-lines.js';
import { readLines } from '../files/read-lines.js';
import { HOOK_TAIL_BYTES, PAUSE_LOG } from './logs.js';

export interface PauseClaim {
  readonly sessionId: string;
  readonly toolUseId: string;
  readonly itemIds: readonly string[];
  readonly now: Date;
}

/**
 * The items for which this call may be held back. Calls come in parallel, each with a process of its own: every one
 * writes its claim first, and the first claim in the file wins. A claim that cannot be written is none: without a
 * memory the same call would be held back for ever.
 */
export function claimPause(dataFolder: string, { sessionId, toolUseId, itemIds, now }: PauseClaim): string[] {
  const time = utcText(now);
  const claims = itemIds.map((item) => ({ session: sessionId, item, tool_use_id: toolUseId, time }));
  if (sessionId === '' || toolUseId === '' || !appendLines(dataFolder, PAUSE_LOG, claims)) return [];
  const pauses = readPauses(dataFolder, sessionId);
  return itemIds.filter((item) => pauses.get(item) === toolUseId);
}

/** Which call each item paused in a session: the first that claimed it. */
export function readPauses(dataFolder: string, sessionId: string): Map<string, string> {
  const pauses = new Map<string, string>();
  for (const { session, item, tool_use_id: call } of [
    ...readLines(dataFolder, `${PAUSE_LOG}.1`, HOOK_TAIL_BYTES, sessionId),
    ...readLines(dataFolder, PAUSE_LOG, HOOK_TAIL_BYTES, sessionId),
  ]) {
    if (session !== sessionId || typeof item !== 'string' || typeof call !== 'string') continue;
    if (!pauses.has(item)) pauses.set(item, call);
  }
  return pauses;
}
