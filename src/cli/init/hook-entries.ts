import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isRecord } from '../../kernel/is-record.js';
import type { HookRegistration } from '../shell.js';

/** A hook in Claude Code's settings. */
export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly HookEntry[];
}

interface HookEntry {
  readonly type: 'command';
  readonly command: string;
  /** Without them, `command` is a line for the shell. */
  readonly args?: readonly string[];
  /** In seconds, after which Claude Code ends the process. The hook itself stops much earlier. */
  readonly timeout: number;
}

const TIMEOUT_SECONDS = 5;

export function groupOf({ matcher, command, args }: HookRegistration): HookGroup {
  const entry = { type: 'command', command, ...(args && { args: [...args] }), timeout: TIMEOUT_SECONDS } as const;
  return { ...(matcher !== undefined && { matcher }), hooks: [entry] };
}

/** Recognized by its program, wherever that is installed, or by its name. */
export function isOurs(entry: unknown): boolean {
  return isMachineEntry(entry) || isPortableEntry(entry);
}

/** Has the path of a program, which other machines do not have. */
export function isMachineEntry(entry: unknown): boolean {
  if (!isRecord(entry) || !Array.isArray(entry.args)) return false;
  const args: readonly unknown[] = entry.args;
  return args.some((arg, index) => isProgram(arg) && EVENT.test(String(args[index + 1])));
}

function isPortableEntry(entry: unknown): boolean {
  return isRecord(entry) && typeof entry.command === 'string' && /\bwitan hook [a-z]/.test(entry.command);
}

/** Node and the program, as far as the entry has paths of them. */
export function filesOfEntry(entry: unknown): string[] {
  if (!isRecord(entry) || !Array.isArray(entry.args)) return [];
  const words: readonly unknown[] = [entry.command, ...entry.args];
  const index = words.findIndex(isProgram);
  return words
    .slice(Math.max(0, index - 1), index + 1)
    .filter((word) => typeof word === 'string' && isAbsolute(word)) as string[];
}

export function entriesOf(group: unknown): readonly unknown[] {
  return isRecord(group) && Array.isArray(group.hooks) ? group.hooks : [];
}

/** A program that exists is ours only beside `witan.cjs`: others may call theirs `dist/hook.cjs` too. */
function isProgram(argument: unknown): argument is string {
  if (typeof argument !== 'string' || !/^(?:\/|[A-Za-z]:[\\/]).*[\\/]dist[\\/]hook\.cjs$/.test(argument)) return false;
  return !existsSync(argument) || existsSync(argument.replace(/hook\.cjs$/, 'witan.cjs'));
}

/** `stop`, `pre-tool-use`. */
const EVENT = /^[a-z]+(?:-[a-z]+)*$/;
