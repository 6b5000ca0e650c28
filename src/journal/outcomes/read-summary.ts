/** What the summary of a test runner says: `none` if it says that nothing was tested. */
export type Summary = 'passed' | 'failed' | 'none';

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
export function readSummary(output: string): Summary | undefined {
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
