import { createHash } from 'node:crypto';
import type { RunKind } from '../../commands/runs.js';
import { type CommandVerdict, findTestRun, judgeCommand, ranToItsEnd } from './judge-command.js';

/** A test or build that the agent ran, as a hook event reports it. */
export interface ToolRun {
  readonly kind: RunKind;
  readonly command: string;
  readonly passed: boolean;
  /** A hash of the whole command: distinguishes two tests without keeping what may be secret in their command lines. */
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
  /** The code of the whole command line: behind a pipe it is that of the last command. */
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

/** The summary of a test runner: `none` if it says that nothing was tested. */
type Summary = 'passed' | 'failed' | 'none';

/** Summary lines in which failures and successes are counted, by runner. */
const COUNTED: readonly RegExp[] = [
  // Jest, Vitest, Pest, PHPUnit
  /^(?:Tests|Test Files|Test Suites):?\s+\d/,
  // pytest
  /^=*\s*(?:\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?|rerun)(?:, )?)+ in \d/,
  // RSpec, minitest, Mix, bats, Jasmine, Behave, Cucumber
  /^\d+ (?:examples?|tests?|doctests?|runs?|specs?|scenarios?|features?)\b.*\d+ (?:failures?|failed|passed|errors?)\b/,
  // Mocha, AVA, Playwright, Bun
  /^\d+ (?:passing|failing)\b|^\d+ tests? (?:passed|failed)\b|^\d+ (?:passed|failed)(?: \([\d.]+\w+\))?$|^\d+ (?:pass|fail)$/,
  // TAP, node --test
  /^[#ℹ] (?:pass|fail) +\d+$/,
  // Maven, sbt, .NET
  /^(?:\[\w+\]\s+)?(?:Tests run: \d+, Failures: \d+|(?:Passed|Failed): Total \d+)|^(?:Passed|Failed)!\s+- Failed:/,
  /^(?:- )?(?:Total tests|Passed|Failed): +\d+$/,
  // CTest, Swift, Bazel, gotestsum, Ginkgo, Deno, Cargo
  /^\d+% tests passed, \d+ tests? failed/,
  /^Executed \d+ tests?, with \d+|^Test run with \d+ tests? (?:passed|failed)/,
  /^Executed \d+ out of \d+ tests?:/,
  /^DONE \d+ tests?|^(?:SUCCESS|FAIL)! -- \d+ Passed|^(?:ok|FAILED) \| \d+ passed/,
  /^test result: (?:ok|FAILED)\. \d+|^Summary \[.*\d+ tests? run:/,
];

const UNIT = '(?:tests? |features? |specs? )?';
const FAILURES = [
  new RegExp(String.raw`\b(\d+) ${UNIT}(?:failed|failing|failures?|fails?|errors?)\b`, 'gi'),
  /\b(?:failures|errors|failed|fail):? +(\d+)\b/gi,
];
const SUCCESSES = [
  new RegExp(String.raw`\b(\d+)%? ${UNIT}(?:passed|passing|pass|examples?|tests?|runs?|specs?|scenarios?)\b`, 'gi'),
  /\b(?:tests run|tests|passed|pass):? +(\d+)\b/gi,
];

/** Go, unittest, PHPUnit, TAP, Flutter, Gradle, Maven, Bazel, Cypress, xcodebuild, prove, Karma, tasty: as text. */
const FAILED =
  /^FAIL(?:\s|$)|^--- FAIL:|^FAILED \((?:failures|errors)=|^(?:FAILURES|ERRORS)!|^not ok \d+\b(?!.*# [A-Z]+\b)|Some tests failed\.|There (?:are|were|was) (?:failing tests|test failures)|^\/\/\S+\s+FAILED\b|\d+ (?:out )?of \d+ (?:tests? )?failed|\*\* TEST FAILED \*\*|^Result: FAIL$|Executed \d+ of \d+.*\d+ FAILED/;
const PASSED =
  /^ok\s+\S+\s+(?:\(cached\)|[\d.]+s)|^OK(?: \(.*\))?$|^ok \d+\b|^0 failures, 0 errors|All (?:\d+ )?(?:tests|specs) passed|^BUILD SUCCESS|^\/\/\S+\s+(?:\(cached\) )?PASSED\b|\*\* TEST SUCCEEDED \*\*|^Result: PASS$|Executed [1-9]\d* of \d+.*SUCCESS/;
/** The runner did not start, or had nothing to run. */
const NOTHING_RAN =
  /\bno tests? (?:ran|found|to run|were|matched|files?|suites?|specs?)\b|\bcollected 0 items\b|^Ran 0 tests\b|\bMissing script:|\bcommand not found\b|\bCannot connect to the Docker daemon\b|\bno such (?:service|container)\b|\bNo rule to make target\b|\bNo module named \S*(?:pytest|unittest|nose)|\bCommand "?\S+"? not found\b/i;

const COLORS = /\u001b\[[\d;]*m/g;
const MARK = /^[✔✓✖✗✘×]\s*/;
const MAX_LINE_LENGTH = 300;

/** The verdict of the summary in the output of a test run; undefined without one. A failure outweighs what passed. */
function readSummary(output: string): Summary | undefined {
  const lines = output
    .replace(COLORS, '')
    .split(/\r?\n|\r/)
    .map((line) => line.trim().replace(MARK, ''))
    .filter((line) => line.length <= MAX_LINE_LENGTH);
  const counted = lines.filter((line) => COUNTED.some((pattern) => pattern.test(line)));
  if (counted.some((line) => sum(line, FAILURES) > 0) || lines.some((line) => FAILED.test(line))) return 'failed';
  if (counted.some((line) => sum(line, SUCCESSES) > 0)) return 'passed';
  if (counted.length > 0 || lines.some((line) => /^Ran 0 tests\b/.test(line))) return 'none';
  if (lines.some((line) => PASSED.test(line) && !NOTHING_RAN.test(line))) return 'passed';
  return lines.some((line) => NOTHING_RAN.test(line)) ? 'none' : undefined;
}

function sum(line: string, patterns: readonly RegExp[]): number {
  const counts = patterns.flatMap((pattern) => [...line.matchAll(pattern)].map(([, count]) => Number(count)));
  return counts.reduce((total, count) => total + count, 0);
}
