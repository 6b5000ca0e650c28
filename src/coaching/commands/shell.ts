import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { isInside, realPathOf } from '../../kernel/real-path.js';

/** In a word: what only the shell knows. */
export const UNKNOWN = '\0';

/** What a command may not change, and what it can be asked about. */
export interface CommandContext {
  /** Where the agent is. */
  readonly folder: string;
  readonly homeFolder: string;
  /** Values of variables that are known before the line runs. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Whether a real path is, is in or contains something that the agent may not change. */
  readonly isProtected: (path: string) => boolean;
  /** Whether a real path is in a coached project. */
  readonly isProjectFile: (path: string) => boolean;
  /** Where coaches keep their keys. */
  readonly stateFolder: string;
  /** The line has nothing to do with a coached project, so it may do anything but read the keys. */
  readonly isElsewhere?: boolean;
  /** Whether programs that the shell starts get this variable. */
  readonly isExported: (name: string) => boolean;
  /** The text of a small file. */
  readonly readText: (path: string) => string | undefined;
}

/** What a shell would do with this is not followed. */
export class NotUnderstood extends Error {}

/** The shell as a command finds it. */
export interface Shell {
  readonly context: CommandContext;
  /** The folders it may be in; none if that is not known. */
  readonly folders: readonly string[];
  /** The folders it is in instead if a chain of `&&` ended before its `cd`. */
  readonly skippedFolders: readonly string[];
  readonly variables: ReadonlyMap<string, string>;
  /** How many scripts are around it. */
  readonly depth: number;
  /** What commands before it may have removed, in all shells of the line: a `cd` into it may fail. */
  readonly removed: string[];
  /** How much may still be looked at: scripts that call each other would take forever. */
  readonly budget: { steps: number };
}

const MAX_STEPS = 10_000;

export function newShell(context: CommandContext): Shell {
  const known = Object.entries(context.variables).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    context,
    folders: [context.folder],
    skippedFolders: [],
    variables: new Map(known),
    depth: 0,
    removed: [],
    budget: { steps: MAX_STEPS },
  };
}

/** Throws if the line takes too long to judge. */
export function spend({ budget }: Shell, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw new Error('too many steps');
}

/** The words with the values of variables, split as the shell does. */
export function expand(text: string, { variables }: Pick<Shell, 'variables'>): string[] {
  const value = text
    .replaceAll('$()', UNKNOWN)
    .replace(
      /\$(?:\{(\w+)\}|(\w+))/g,
      (_, braced?: string, bare?: string) => variables.get(braced ?? bare ?? '') ?? UNKNOWN,
    )
    .replace(/\$[{@*#?$!-]/g, UNKNOWN);
  // `${x@P}` runs what x contains, and `${!x}` is another variable.
  if (/\$\{(?:!|[^}]*@[A-Za-z])/.test(text)) throw new NotUnderstood(text);
  const words = value.split(/[ \t\n]+/).filter((word) => word !== '');
  return words.length === 0 ? [''] : words;
}

/** The shell after `cd`, which may have failed or not have run. */
export function changeFolder(shell: Shell, words: readonly string[], certainty: 'always' | 'chain' | 'perhaps'): Shell {
  const target = words.find((word) => !word.startsWith('-')) ?? shell.context.homeFolder;
  const found = words.includes('-') ? [] : pathsOf(target, shell);
  if (found.length === 0) return { ...shell, folders: [] };
  const isSure = certainty === 'always' && found.every((path) => isFolder(path) && !mayBeRemoved(path, shell));
  if (certainty === 'perhaps' || (certainty === 'always' && !isSure)) {
    return { ...shell, folders: [...new Set([...shell.folders, ...found])] };
  }
  const skippedFolders = isSure ? shell.skippedFolders : [...shell.skippedFolders, ...shell.folders];
  return { ...shell, folders: found, skippedFolders };
}

/** Whether a word names something that the agent may change: known, and outside of what is protected. */
export function mayWrite(word: string, shell: Shell): boolean {
  if (/^\/dev\/(?:null|stdout|stderr|tty|fd\/\d)$/.test(word)) return true;
  // `/dev/tcp/127.0.0.1/80` is a connection.
  if (word.startsWith('/dev/')) return false;
  // Of `/tmp/x/*.log` the folder is known, but not what `..` behind the star leads to.
  const [, rest] = splitAtPattern(word);
  if (rest.includes('..')) return false;
  const paths = knownPathsOf(word, shell);
  return paths.length > 0 && paths.every((path) => !shell.context.isProtected(path));
}

/** Notes that a word names something that is removed, for every `cd` that follows. */
export function noteRemoval(word: string, shell: Shell): void {
  shell.removed.push(...knownPathsOf(word, shell));
}

function mayBeRemoved(path: string, { removed }: Shell): boolean {
  const real = realPathOf(path);
  return removed.some((other) => isInside(other, real));
}

/** The real paths that a word may mean; of a pattern, the folder in which it is searched. */
function knownPathsOf(word: string, shell: Shell): string[] {
  const [fixed, rest] = splitAtPattern(word);
  return pathsOf(rest === '' ? fixed : fixed.slice(0, fixed.lastIndexOf('/') + 1) || '.', shell).map(realPathOf);
}

/** The absolute paths that a word may mean; none if it is not known. */
export function pathsOf(word: string, shell: Shell): string[] {
  const { folders, context } = shell;
  spend(shell, folders.length);
  if (word.includes(UNKNOWN) || /^~[^/]/.test(word)) return [];
  const path = word.replace(/^~/, context.homeFolder);
  return isAbsolute(path) ? [resolve(path)] : folders.map((folder) => resolve(folder, path));
}

/** Whether a path is in the project and not where the agent may write. */
export function isTrusted(path: string, { context }: Shell): boolean {
  const real = realPathOf(path);
  return context.isProjectFile(real) && context.isProtected(real);
}

/** A program by its path is known by its name only where the agent cannot have put it. */
export function programName(word: string, shell: Shell): string | undefined {
  if (word.includes(UNKNOWN) || /^-|\s/.test(word)) return undefined;
  const name = word.slice(word.lastIndexOf('/') + 1);
  if (!word.includes('/')) return name;
  const paths = pathsOf(word, shell);
  const isKnown = (path: string) => SYSTEM_FOLDERS.some((folder) => isInside(folder, path)) || isTrusted(path, shell);
  if (paths.length === 0 || !paths.every(isKnown)) return undefined;
  // Any other file of the project is judged by its text.
  return isAbsolute(word) || PROGRAM_PATH.test(word) ? name : word;
}

const PROGRAM_PATH =
  /(?:^|\/)(?:(?:node_modules\/\.bin|vendor\/bin|\.?venv\/bin|bin)\/[^/]+|gradlew|mvnw|manage\.py|artisan)$/;

export const SYSTEM_FOLDERS = ['/bin', '/sbin', '/usr', '/opt', '/nix', '/home/linuxbrew'];

function splitAtPattern(word: string): [string, string] {
  const at = word.search(/[*?[{]/);
  return at === -1 ? [word, ''] : [word.slice(0, at), word.slice(at)];
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
