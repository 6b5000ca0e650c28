import { createHash } from 'node:crypto';
import type { RunKind } from '../../commands/runs.js';
import { type CommandVerdict, findTestRun, judgeCommand, ranToItsEnd } from './judge-command.js';
import { readSummary } from './read-summary.js';

/** A test or build that the agent ran, as a hook event reports it. */
export interface ToolRun {
  readonly kind: RunKind;
  readonly command: string;
  readonly passed: boolean;
  /** Of the whole command: distinguishes two tests without keeping what may be secret in their command lines. */
  readonly digest: string;
  readonly toolUseId?: string;
  readonly durationMs?: number;
}

/** Reads the input of a PostToolUse or PostToolUseFailure hook; undefined if it says nothing about a test or build. */
export function readToolEvent(event: unknown): ToolRun | undefined {
  const fields = record(event);
  const input = record(fields.tool_input);
  const command = input.command;
  if (fields.tool_name !== 'Bash' || typeof command !== 'string') return undefined;
  if (input.run_in_background === true) return undefined;
  const ended = readEnd(fields);
  const verdict = ended && judgeRun({ command, ...ended });
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

export interface EndedRun {
  readonly command: string;
  /** Of the whole command line: behind a pipe it is that of the last command. */
  readonly exitCode: number;
  readonly output: string;
}

/**
 * The exit code decides where it is that of the test or build. Where it is lost, as in `npm test | tail`, the runner's
 * summary does. If they contradict each other, or nothing was tested, there is no verdict.
 */
export function judgeRun({ command, exitCode, output }: EndedRun): CommandVerdict | undefined {
  if (!ranToItsEnd(exitCode)) return undefined;
  const verdict = judgeCommand(command, exitCode);
  if (verdict?.kind === 'build') return verdict;
  const run = verdict ?? findTestRun(command);
  if (run === undefined) return undefined;
  const summary = readSummary(output);
  if (summary === undefined) return verdict;
  const passed = summary === 'passed';
  const contradicts = verdict !== undefined && verdict.passed !== passed;
  return summary === 'none' || contradicts ? undefined : { ...run, passed };
}

/**
 * Claude Code reports a failing command by PostToolUseFailure only, with the exit code at the start of `error`; without
 * that the command did not run to its end.
 */
function readEnd(fields: Fields): Omit<EndedRun, 'command'> | undefined {
  if (fields.hook_event_name === 'PostToolUse') {
    const { interrupted, backgroundTaskId, stdout = '', stderr = '' } = record(fields.tool_response);
    if (interrupted === true || backgroundTaskId !== undefined) return undefined;
    return { exitCode: 0, output: lastPart(`${String(stdout)}\n${String(stderr)}`) };
  }
  const { error, is_interrupt: isInterrupt } = fields;
  if (fields.hook_event_name !== 'PostToolUseFailure' || isInterrupt === true || typeof error !== 'string') {
    return undefined;
  }
  // The command was never reached: its folder is not there.
  if (/\bcd: .*(?:no such file|not a directory|can't cd|permission denied)/i.test(error)) return undefined;
  const code = /^(?:Error: )?Exit code (\d+)\b/.exec(error)?.[1];
  return code === undefined ? undefined : { exitCode: Number(code), output: lastPart(error) };
}

const MAX_OUTPUT_LENGTH = 50_000;

/** Summaries come last. */
function lastPart(output: string): string {
  return output.slice(-MAX_OUTPUT_LENGTH);
}

type Fields = Readonly<Record<string, unknown>>;

function record(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
