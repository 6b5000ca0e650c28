import { relative, resolve, sep } from 'node:path';
import { textOf } from '../item/fields.js';
import type { CommandForm } from './bash/names-command.js';
import { readCommand } from './bash/read-command.js';
import type { ToolCall } from './tool-call.js';

/** What a call is about to do, in the terms of trigger conditions. */
export interface Act {
  readonly tool: string;
  /** Files that the call changes. */
  readonly changed: readonly ActFile[];
  /** For commands: files that are run or handed to a program. */
  readonly handed: readonly ActFile[];
  /** What was said lately and what a command does, in words: where keywords are looked for. */
  readonly spoken: string;
  /** The commands themselves, also those that only look. */
  readonly commands: readonly CommandForm[];
}

export interface ActFile {
  readonly absolute: string;
  /** From the project's folder, with `/`; undefined for a file elsewhere. */
  readonly inProject: string | undefined;
  /** It is gone afterwards, with all that lies below it. */
  readonly isRemoved?: boolean;
}

const EDITORS: Readonly<Record<string, string>> = {
  Write: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
};

/** Only tools that change something: looking needs no advice. */
export function isActing(toolName: string): boolean {
  return toolName === 'Bash' || Object.hasOwn(EDITORS, toolName);
}

/** Each is compared with every pattern; a command that names more is a loop over all of them anyway. */
const MOST_FILES = 200;

export function readAct(call: ToolCall): Act | undefined {
  if (!isActing(call.toolName)) return undefined;
  const messages = call.recentMessages.join(' ').toLowerCase();
  const find = finderIn(call);
  const file = (path: string): ActFile => ({ absolute: path, inProject: find(path, placeAround) });
  if (call.toolName === 'Bash') {
    const isInside = (path: string) => find(path, pathInProject) !== undefined;
    const acts = readCommand(textOf(call.toolInput, 'command'), call.cwd, isInside);
    return {
      tool: 'Bash',
      changed: acts.changed
        .slice(0, MOST_FILES)
        .map((path) => ({ ...file(path), isRemoved: acts.removed.includes(path) })),
      handed: acts.handed.slice(0, MOST_FILES).map(file),
      spoken: `${messages}\n${acts.text.toLowerCase()}`,
      commands: acts.commands,
    };
  }
  const named = textOf(call.toolInput, EDITORS[call.toolName] ?? 'file_path') || textOf(call.toolInput, 'file_path');
  const target = named === '' ? undefined : file(resolve(call.cwd, named));
  return {
    tool: call.toolName,
    changed: target === undefined ? [] : [target],
    handed: [],
    spoken: messages,
    commands: [],
  };
}

/** More links than these nobody follows before a call. */
const MOST_REAL_PATHS = 20;

type Locate = (path: string, projectFolder: string) => string | undefined;

/**
 * Where a path lies in the project. The project may be named by a link and its files by their own names, or the other
 * way round: only what seems to lie elsewhere is looked up, and the project's folder once.
 */
function finderIn({ projectFolder, realPath }: ToolCall) {
  let realFolder: string | undefined;
  let lookedUp = 0;
  return (path: string, locate: Locate): string | undefined => {
    const named = locate(path, projectFolder);
    if (named !== undefined || realPath === undefined || ++lookedUp > MOST_REAL_PATHS) return named;
    realFolder ??= realPath(resolve(projectFolder));
    return locate(realPath(resolve(path)), realFolder);
  };
}

/** A folder around the project holds all of it. */
function placeAround(path: string, projectFolder: string): string | undefined {
  return pathInProject(projectFolder, path) === undefined ? pathInProject(path, projectFolder) : '.';
}

function pathInProject(path: string, projectFolder: string): string | undefined {
  if (sep !== '/') return pathOnOtherSystems(path, projectFolder);
  const folder = resolve(projectFolder);
  const file = resolve(path);
  if (file === folder) return '.';
  const beginning = folder === '/' ? '/' : `${folder}/`;
  return file.startsWith(beginning) ? file.slice(beginning.length) : undefined;
}

/** Where letters may differ in case and folders lie on several drives. */
function pathOnOtherSystems(path: string, projectFolder: string): string | undefined {
  const inside = relative(projectFolder, path);
  if (inside === '') return '.';
  if (inside === '..' || inside.startsWith(`..${sep}`) || resolve(inside) === inside) return undefined;
  return inside.replaceAll(sep, '/');
}
