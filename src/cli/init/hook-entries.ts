import { isRecord } from '../../kernel/is-record.js';
import type { HookRegistration } from '../ports.js';

/** A hook in Claude Code's settings. */
export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly HookEntry[];
}

interface HookEntry {
  readonly type: 'command';
  readonly command: string;
  readonly args: readonly string[];
  /** In seconds, after which Claude Code ends the process. The hook itself stops much earlier. */
  readonly timeout: number;
}

const TIMEOUT_SECONDS = 5;

export function groupOf({ matcher, command, args }: HookRegistration): HookGroup {
  const entry: HookEntry = { type: 'command', command, args: [...args], timeout: TIMEOUT_SECONDS };
  return { ...(matcher !== undefined && { matcher }), hooks: [entry] };
}

/** Recognized by its program, wherever that is installed. */
export function isOurs(entry: unknown): boolean {
  if (!isRecord(entry) || !Array.isArray(entry.args)) return false;
  const args: readonly unknown[] = entry.args;
  return args.some((arg, at) => isProgram(arg) && typeof args[at + 1] === 'string');
}

export function programOf(entry: unknown): string | undefined {
  if (!isRecord(entry) || !Array.isArray(entry.args)) return undefined;
  return entry.args.find(isProgram);
}

export function entriesOf(group: unknown): readonly unknown[] {
  return isRecord(group) && Array.isArray(group.hooks) ? group.hooks : [];
}

function isProgram(argument: unknown): argument is string {
  return typeof argument === 'string' && /[\\/]dist[\\/]hook\.cjs$/.test(argument);
}
