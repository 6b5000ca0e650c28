import { resolve, sep } from 'node:path';
import { isRecord } from '../../kernel/is-record.js';
import { pathInside, realPathOf } from '../../kernel/real-path.js';
import { fieldOf, textOf } from '../item/fields.js';
import { type CommandEffects, readCommand } from './read-command.js';

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

/** What a call is about to do, in the terms of trigger conditions. */
export interface ToolAction {
  readonly tool: string;
  readonly changedFiles: readonly ActionFile[];
  /** For commands: files that are run or passed to a program. */
  readonly inputFiles: readonly ActionFile[];
  /** The last messages in lower case. Few calls need them, and reading them takes a hook time. */
  readonly messages: () => string;
  readonly command: Omit<CommandEffects, 'changedFiles' | 'removedFiles' | 'inputFiles'> | undefined;
}

export interface ActionFile {
  readonly absolute: string;
  /** From the project's folder, with `/`; undefined for a file elsewhere. */
  readonly inProject: string | undefined;
  /** It is gone afterwards, with everything below it. */
  readonly isRemoved?: boolean;
}

/** Each is compared with every pattern; a command that names more is a loop over all of them. */
const MAX_FILES = 200;

/** Undefined for tools that only read. */
export function readToolAction(call: ToolCall): ToolAction | undefined {
  if (!concernsGuidance(call.toolName)) return undefined;
  let read: string | undefined;
  const messages = () => {
    read ??= call.recentMessages.join(' ').toLowerCase();
    return read;
  };
  const findInProject = projectFinder(call);
  const toFile = (path: string): ActionFile => ({ absolute: path, inProject: findInProject(path) });
  if (call.toolName !== 'Bash') {
    const path = textOf(call.toolInput, EDITORS[call.toolName] ?? '') || textOf(call.toolInput, 'file_path');
    const changedFiles = path === '' ? [] : [toFile(resolve(call.cwd, path))];
    return { tool: call.toolName, changedFiles, inputFiles: [], messages, command: undefined };
  }
  const { changedFiles, removedFiles, inputFiles, ...command } = readCommand(
    textOf(call.toolInput, 'command'),
    call.cwd,
  );
  return {
    tool: 'Bash',
    changedFiles: changedFiles
      .slice(0, MAX_FILES)
      .map((path) => ({ ...toFile(path), isRemoved: removedFiles.includes(path) })),
    inputFiles: inputFiles.slice(0, MAX_FILES).map(toFile),
    messages,
    command,
  };
}

/** Resolving more links would delay the call. */
const MAX_REAL_PATHS = 20;

/**
 * The path of a file inside the project. The project may be named by a link and its files by their real names, or the
 * other way round: only paths that seem to be elsewhere are resolved, and the project's folder once.
 */
function projectFinder({ projectFolder, realPath }: ToolCall) {
  let realFolder: string | undefined;
  let resolved = 0;
  return (path: string): string | undefined => {
    const named = pathOrWhole(path, projectFolder);
    if (named !== undefined || realPath === undefined || ++resolved > MAX_REAL_PATHS) return named;
    realFolder ??= realPath(resolve(projectFolder));
    return pathOrWhole(realPath(resolve(path)), realFolder);
  };
}

/** A folder around the project contains all of it. */
function pathOrWhole(path: string, projectFolder: string): string | undefined {
  return pathInProject(projectFolder, path) === undefined ? pathInProject(path, projectFolder) : '.';
}

function pathInProject(path: string, projectFolder: string): string | undefined {
  const inside = pathInside(projectFolder, path);
  return inside === '' ? '.' : inside?.replaceAll(sep, '/');
}
