import { overwriteOwnFile } from '../../storage/own-files/write-own-file.js';
import { readText } from '../files/read-text.js';
import type { SessionFiles } from '../files/session-files.js';
import type { ToolRun } from './read-tool-event.js';

/** By the digest of a test's command: the calls in which it failed since it last passed, two at most. */
type FailedTests = Readonly<Record<string, readonly string[]>>;

const MAX_TESTS = 100;

/**
 * Whether a test has just failed for the second time in a session: true once per test, and again for the same call,
 * because a hook may fire twice for it. Runs while the journal is locked.
 */
export function isSecondFailure(files: SessionFiles, { digest, passed, toolUseId }: ToolRun): boolean {
  const known = readFailedTests(files);
  const calls = known[digest] ?? [];
  const call = toolUseId ?? '';
  if (calls.includes(call) && call !== '') return calls.indexOf(call) === 1;
  // The second failure was shown to the agent: nothing more is noted.
  if (calls.length >= 2 || (passed && calls.length === 0)) return false;
  const { [digest]: _, ...others } = known;
  const tests = Object.entries(passed ? others : { ...others, [digest]: [...calls, call] });
  overwriteOwnFile(files.failedTests, `${JSON.stringify(Object.fromEntries(tests.slice(-MAX_TESTS)))}\n`);
  return !passed && calls.length === 1;
}

function readFailedTests(files: SessionFiles): FailedTests {
  try {
    const value = JSON.parse(readText(files.failedTests) ?? '{}') as Record<string, unknown> | null;
    const tests = Object.entries(value ?? {});
    return Object.fromEntries(tests.filter((test): test is [string, string[]] => Array.isArray(test[1])));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
