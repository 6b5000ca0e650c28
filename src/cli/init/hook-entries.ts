import { isRecord } from '../../kernel/is-record.js';
import type { HookRegistration } from '../ports.js';

/** A hook as Claude Code's settings have it. */
export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly HookEntry[];
}

interface HookEntry {
  readonly type: 'command';
  readonly command: string;
  readonly args: readonly string[];
  /** Seconds, after which Claude Code ends the process. The hook itself gives up after a fraction of one. */
  readonly timeout: number;
}

const TIMEOUT_SECONDS = 5;

export function groupOf({ matcher, command, args }: HookRegistration): HookGroup {
  const entry: HookEntry = { type: 'command', command, args: [...args], timeout: TIMEOUT_SECONDS };
  return { ...(matcher !== undefined && { matcher }), hooks: [entry] };
}

/** Ours by the program that it runs, wherever that is or was installed. */
export function isOurs(entry: unknown): boolean {
  if (!isRecord(entry) || !Array.isArray(entry.args)) return false;
  const args: readonly unknown[] = entry.args;
  return args.some((arg, at) => isProgram(arg) && typeof args[at + 1] === 'string');
}

/** The program of an entry of ours. */
export function programOf(entry: unknown): string | undefined {
  if (!isRecord(entry) || !Array.isArray(entry.args)) return undefined;
  return entry.args.find(isProgram);
}

/** The entries of a group; none for something that only looks like a group. */
export function entriesOf(group: unknown): readonly unknown[] {
  return isRecord(group) && Array.isArray(group.hooks) ? group.hooks : [];
}

function isProgram(argument: unknown): argument is string {
  return typeof argument === 'string' && /[\\/]dist[\\/]hook\.cjs$/.test(argument);
}
