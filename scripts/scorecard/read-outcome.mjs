import { existsSync, readFileSync } from 'node:fs';

/**
 * Vitest says which tests failed, the tests say how many cases each of them tried. Green means that something was
 * tried and nothing failed; a row of which everything was skipped has proved nothing and is called skipped.
 */
export function readOutcome(reportFile, countsFile, named) {
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const counted = readCounts(countsFile);
  const pattern = named === undefined ? undefined : new RegExp(named);
  const tests = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ ancestorTitles, title, status, failureMessages }) => ({
      name: [...ancestorTitles, title].join(' > '),
      status,
      message: failureMessages?.[0]?.split('\n')[0] ?? '',
    }))
    .filter(({ name }) => pattern === undefined || pattern.test(name));
  const ran = tests.filter(({ status }) => status === 'passed' || status === 'failed');
  const failing = ran.filter(({ status }) => status === 'failed');
  // A file that cannot be loaded, or whose preparation fails, has no tests to fail.
  const broken = report.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
  });
  const cases = sum(byName(ran).map(([name, times]) => counted.get(name)?.cases ?? times));
  const failed =
    sum(byName(failing).map(([name, times]) => Math.max(times, counted.get(name)?.failed ?? 0))) + broken.length;
  const isRed = failed > 0 || tests.length === 0;
  return {
    result: isRed ? 'red' : ran.length === 0 ? 'skipped' : 'green',
    cases,
    failed,
    skipped: tests.length - ran.length,
    failures: [
      ...failing.map(({ name, message }) => `${name}: ${message}`),
      ...broken.map(({ name, message }) => `${name}: ${message?.split('\n')[0] ?? 'it could not be run'}`),
    ],
    // One that could not be prepared still knows the names of its tests; one that could not be loaded knows none.
    couldNotLoad: broken.some(({ assertionResults }) => assertionResults.length === 0),
  };
}

/** A count knows its test by name alone: tests of one name in several files share it, and must not each have all of it. */
function byName(tests) {
  const times = new Map();
  for (const { name } of tests) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times];
}

function readCounts(file) {
  const counts = new Map();
  if (!existsSync(file)) return counts;
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    if (line === '') continue;
    const { test, cases, failed } = JSON.parse(line);
    const before = counts.get(test) ?? { cases: 0, failed: 0 };
    counts.set(test, { cases: before.cases + cases, failed: before.failed + failed });
  }
  return counts;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
