import { hashText } from '../../kernel/hash-text.js';
import { utcText } from '../../kernel/utc-text.js';
import { appendLines } from '../files/append-lines.js';
import { readLines } from '../files/read-lines.js';
import { textOf } from '../item/fields.js';
import type { ToolCall } from '../relevance/tool-action.js';
import type { PauseClaim } from './injection.js';
import { HOOK_TAIL_BYTES, PAUSE_LOG } from './logs.js';

/** Calls of one message come at the same moment: all of them are held, not only the first. */
const HOLD_MS = 2_000;
/** A retry within that time is held once more, then it passes. */
const MAX_HOLDS_PER_INPUT = 2;

/**
 * The ids of the calls that an item holds, by its claims of one session in their order: every call until two seconds
 * after the first one, the same input at most twice. Then the item is answered, and pauses no other call.
 */
function replay(claims: readonly PauseClaim[]): { readonly held: ReadonlySet<string>; readonly isAnswered: boolean } {
  const held = new Set<string>();
  const holds = new Map<string, number>();
  const [first] = claims;
  for (const { toolUseId, input, at } of claims) {
    // The hook of a call may run twice.
    if (held.has(toolUseId)) continue;
    const count = holds.get(input) ?? 0;
    if (count >= MAX_HOLDS_PER_INPUT || isTooLate(first, at)) return { held, isAnswered: true };
    held.add(toolUseId);
    holds.set(input, count + 1);
  }
  return { held, isAnswered: false };
}

function isTooLate(first: PauseClaim | undefined, at: number): boolean {
  // A clock that was set back must not hold calls for hours.
  return first !== undefined && Math.abs(at - first.at) > HOLD_MS;
}

/** Whether an item may still hold this call; `claims` are its own in the session. */
export function mayHold(claims: readonly PauseClaim[], { toolUseId }: ToolCall, now: Date): boolean {
  const { held, isAnswered } = replay(claims);
  return held.has(toolUseId) || (!isAnswered && !isTooLate(claims[0], now.getTime()));
}

/**
 * The items that pause this call. Calls come in parallel, each with a process of its own: every process writes its claim
 * first, and the order in the file decides. Without a written claim no call is held: it would be held forever.
 */
export function claimPause(
  dataFolder: string,
  call: ToolCall,
  { itemIds, now }: { readonly itemIds: readonly string[]; readonly now: Date },
): string[] {
  const { sessionId: session, toolUseId } = call;
  const shared = { session, tool_use_id: toolUseId, input: inputKey(call), time: utcText(now) };
  const lines = itemIds.map((item) => ({ item, ...shared }));
  if (session === '' || toolUseId === '' || !appendLines(dataFolder, PAUSE_LOG, lines)) return [];
  const claims = readPauses(dataFolder, session);
  return itemIds.filter((item) => replay(claims.filter((claim) => claim.item === item)).held.has(toolUseId));
}

/** The claims of a session in their order. */
export function readPauses(dataFolder: string, sessionId: string): PauseClaim[] {
  return [
    ...readLines(dataFolder, `${PAUSE_LOG}.1`, { maxBytes: HOOK_TAIL_BYTES, naming: sessionId }),
    ...readLines(dataFolder, PAUSE_LOG, { maxBytes: HOOK_TAIL_BYTES, naming: sessionId }),
  ].flatMap(({ session, item, tool_use_id: toolUseId, input, time }) => {
    if (session !== sessionId || typeof item !== 'string' || typeof toolUseId !== 'string') return [];
    const at = Date.parse(String(time));
    return Number.isNaN(at) ? [] : [{ item, toolUseId, input: String(input), at }];
  });
}

/** The description of a command may be worded in another way when it is tried again. */
function inputKey({ toolName, toolInput }: ToolCall): string {
  const input = toolName === 'Bash' ? textOf(toolInput, 'command') : JSON.stringify(toolInput);
  return `${toolName} ${hashText(input).toString(36)}`;
}
