import { cutBytes, cutText } from '../../kernel/cut-text.js';
import { isRecord } from '../../kernel/is-record.js';

/** What Claude Code's hooks receive and may answer, as far as it is used here. Its other fields stay in `raw`. */
export interface HookEvent {
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly cwd: string;
  readonly toolName: string;
  readonly toolUseId: string;
  /** The whole event, for readers that look at fields of their own. */
  readonly raw: Readonly<Record<string, unknown>>;
}

export const NOTHING = { kind: 'nothing' } as const;

export type HookAnswer =
  | typeof NOTHING
  /** Facts for the model, read with the result of a tool call; `userMessage` is shown to the user only. */
  | { readonly kind: 'context'; readonly text: string; readonly userMessage?: string }
  /** The call is not made, and the model reads why. */
  | { readonly kind: 'refusal'; readonly reason: string };

/** Undefined for anything that is not a JSON object: no one reads an error here, so the hook answers nothing. */
export function readEvent(text: string): HookEvent | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(raw)) return undefined;
  const field = (name: string) => textAt(raw, name);
  return {
    sessionId: field('session_id'),
    transcriptPath: field('transcript_path'),
    cwd: field('cwd'),
    toolName: field('tool_name'),
    toolUseId: field('tool_use_id'),
    raw,
  };
}

/** Longer texts are replaced by a file that the model would have to open. */
const MAX_CHARACTERS = 2_000;
/** Chinese has three bytes for a character, and about a token for each: the same count of characters would cost far more. */
const MAX_BYTES = 4_000;

/** Whether a text reaches the model whole. */
export function isShort(text: string): boolean {
  return text.length < MAX_CHARACTERS && Buffer.byteLength(text) <= MAX_BYTES;
}

/**
 * The line for standard output; empty if there is nothing to say. "allow" is never said: it would skip the person's
 * own permission prompt.
 */
export function toOutput(eventName: string, answer: HookAnswer): string {
  switch (answer.kind) {
    case 'nothing':
      return '';
    case 'context':
      return outputOf({ hookEventName: eventName, additionalContext: short(answer.text) }, answer.userMessage);
    case 'refusal':
      return outputOf({
        hookEventName: eventName,
        permissionDecision: 'deny',
        permissionDecisionReason: short(answer.reason),
      });
  }
}

export function contextOf(text: string, userMessage = ''): HookAnswer {
  if (text === '' && userMessage === '') return NOTHING;
  return { kind: 'context', text, ...(userMessage !== '' && { userMessage }) };
}

export function textAt(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  return typeof value === 'string' ? value : '';
}

function outputOf(hookSpecificOutput: object, systemMessage?: string): string {
  return `${JSON.stringify({ ...(systemMessage !== undefined && { systemMessage }), hookSpecificOutput })}\n`;
}

function short(text: string): string {
  return cutBytes(cutText(text, MAX_CHARACTERS - 1), MAX_BYTES);
}
