import { realPathOf } from '../../kernel/real-path.js';
import { fieldOf, isRecord, textOf } from '../item/fields.js';
import { isActing } from './act.js';
import type { ToolCall } from './tool-call.js';

/** False for tools that only look: a hook can end at once. */
export function concernsGuidance(toolName: unknown): boolean {
  return typeof toolName === 'string' && isActing(toolName);
}

/** The input of a PreToolUse hook; undefined if it is not one, or of a tool that never needs advice. */
export function toToolCall(
  input: unknown,
  place: { readonly projectFolder: string; readonly recentMessages: readonly string[] },
): ToolCall | undefined {
  const toolInput = fieldOf(input, 'tool_input');
  const toolName = textOf(input, 'tool_name');
  if (!isActing(toolName) || !isRecord(toolInput)) return undefined;
  return {
    sessionId: textOf(input, 'session_id'),
    toolUseId: textOf(input, 'tool_use_id'),
    toolName,
    toolInput,
    cwd: textOf(input, 'cwd') || place.projectFolder,
    projectFolder: place.projectFolder,
    realPath: realPathOf,
    recentMessages: place.recentMessages,
  };
}
