import { createHash } from 'node:crypto';
import { judgeCommand } from './judge-command.js';
import type { RunKind } from './test-and-build-commands.js';

/** A test or build that the agent ran, as a hook event tells it. */
export interface ToolRun {
  readonly kind: RunKind;
  readonly command: string;
  readonly passed: boolean;
  /** Of the whole command: tells two tests apart without keeping what may be secret in their command lines. */
  readonly digest: string;
  readonly toolUseId?: string;
  readonly durationMs?: number;
}

/**
 * Reads the input of a PostToolUse or PostToolUseFailure hook. Claude Code reports a failing command by the second one
 * only, with the exit code at the start of `error`; without that the command did not run to its end.
 */
export function readToolEvent(event: unknown): ToolRun | undefined {
  const fields = record(event);
  const input = record(fields.tool_input);
  const command = input.command;
  if (fields.tool_name !== 'Bash' || typeof command !== 'string') return undefined;
  if (input.run_in_background === true) return undefined;
  const exitCode = exitCodeOf(fields);
  const verdict = exitCode === undefined ? undefined : judgeCommand(command, exitCode);
  if (verdict === undefined) return undefined;
  const { tool_use_id: toolUseId, duration_ms: durationMs } = fields;
  return {
    kind: verdict.kind,
    passed: verdict.passed,
    // Not the whole line: it may hold passwords in more forms than can be listed.
    command: verdict.run,
    digest: createHash('sha256').update(JSON.stringify(verdict.words)).digest('hex').slice(0, 16),
    ...(typeof toolUseId === 'string' && { toolUseId }),
    ...(typeof durationMs === 'number' && { durationMs }),
  };
}

function exitCodeOf(fields: Fields): number | undefined {
  if (fields.hook_event_name === 'PostToolUse') {
    const { interrupted, backgroundTaskId } = record(fields.tool_response);
    return interrupted === true || backgroundTaskId !== undefined ? undefined : 0;
  }
  const { error, is_interrupt: isInterrupt } = fields;
  if (fields.hook_event_name !== 'PostToolUseFailure' || isInterrupt === true || typeof error !== 'string') {
    return undefined;
  }
  // The command was never reached: its folder is not there.
  if (/\bcd: .*(?:no such file|not a directory|can't cd|permission denied)/i.test(error)) return undefined;
  const code = /^(?:Error: )?Exit code (\d+)\b/.exec(error)?.[1];
  return code === undefined ? undefined : Number(code);
}

type Fields = Readonly<Record<string, unknown>>;

function record(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
