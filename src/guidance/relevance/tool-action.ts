import { resolve, sep } from 'node:path';
import { pathInside } from '../../kernel/real-path.js';
import { textOf } from '../item/fields.js';
import { type CommandEffects, readCommand } from './read-command.js';
import { concernsGuidance, EDITORS, type ToolCall } from './tool-call.js';

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
