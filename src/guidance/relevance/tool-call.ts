import { isRecord } from '../../kernel/is-record.js';
import { realPathOf } from '../../kernel/real-path.js';
import { fieldOf, textOf } from '../item/fields.js';

/** A call that is about to be made, as the hook receives it. */
export interface ToolCall {
  readonly sessionId: string;
  readonly toolUseId: string;
  readonly toolName: string;
  readonly toolInput: Readonly<Record<string, unknown>>;
  /** Where relative paths start. */
  readonly cwd: string;
  readonly projectFolder: string;
  /** A path without links; without it paths are used as they are written. */
  readonly realPath?: (path: string) => string;
  /** Texts of the last messages, oldest first; read when they are needed. */
  readonly recentMessages: readonly string[];
}

/** Tools that change files, with the field that has the path. */
export const EDITORS: Readonly<Record<string, string>> = {
  Write: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
};

/** False for tools that only read: a hook can end immediately. */
export function concernsGuidance(toolName: string): boolean {
  return toolName === 'Bash' || Object.hasOwn(EDITORS, toolName);
}

/** The input of a PreToolUse hook; undefined for another event or a tool that only reads. */
export function toToolCall(
  input: unknown,
  { projectFolder, readMessages }: { readonly projectFolder: string; readonly readMessages: () => readonly string[] },
): ToolCall | undefined {
  const toolInput = fieldOf(input, 'tool_input');
  const toolName = textOf(input, 'tool_name');
  if (!concernsGuidance(toolName) || !isRecord(toolInput)) return undefined;
  return {
    sessionId: textOf(input, 'session_id'),
    toolUseId: textOf(input, 'tool_use_id'),
    toolName,
    toolInput,
    cwd: textOf(input, 'cwd') || projectFolder,
    projectFolder,
    realPath: realPathOf,
    get recentMessages() {
      return readMessages();
    },
  };
}
