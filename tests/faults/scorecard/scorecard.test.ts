import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: the scripts are plain JavaScript
import { readOutcome } from '../../../scripts/scorecard/read-outcome.mjs';
// @ts-expect-error: the scripts are plain JavaScript
import { ROWS } from '../../../scripts/scorecard/rows.mjs';
import { scratchFolder } from '../../support/scratch-folder.js';
import { ROOT, readSource } from '../../support/source-files.js';

interface Edit {
  readonly file?: string;
  readonly from: string;
}

interface Row {
  readonly id: string;
  readonly suites: readonly string[];
  readonly mutation: { readonly file: string; readonly edits: readonly Edit[]; readonly suites?: readonly string[] };
}

const rows = ROWS as readonly Row[];

describe('the scorecard', () => {
  it.each(rows)('finds the guard of $id once, where it would remove it', ({ mutation }) => {
    expect(mutation.edits.length).toBeGreaterThan(0);
    for (const { file = mutation.file, from } of mutation.edits) {
      expect(readSource(file).split(from).length - 1, `${JSON.stringify(from)} in ${file}`).toBe(1);
    }
  });

  it.each(rows)('finds the suites of $id', ({ suites, mutation }) => {
    const isThere = (suite: string) =>
      existsSync(path.join(ROOT, suite)) ||
      readdirSync(path.join(ROOT, path.dirname(suite))).some((name) => name.startsWith(path.basename(suite)));
    expect([...suites, ...(mutation.suites ?? [])].filter((suite) => !isThere(suite))).toEqual([]);
  });

  it('counts what the tests say they tried, and one for each that says nothing', () => {
    const tests = [test('passed', 'many'), test('passed', 'one'), test('skipped', 'none')];
    expect(outcomeOf(tests, [{ test: 'suite > many', cases: 500, failed: 0 }])).toMatchObject({
      result: 'green',
      cases: 501,
      failed: 0,
      skipped: 1,
    });
  });

  it.each([
    ['a test that failed', [test('passed', 'a'), test('failed', 'b')], 'red'],
    ['no test at all', [], 'red'],
    ['a file that could not be prepared', undefined, 'red'],
    ['nothing but skipped tests', [test('skipped', 'a')], 'skipped'],
  ])('is not green with %s', (_, tests, result) => {
    expect(outcomeOf(tests, [])).toMatchObject({ result });
  });
});

function test(status: string, title: string) {
  return {
    ancestorTitles: ['suite'],
    title,
    status,
    failureMessages: status === 'failed' ? ['it broke\nat line 1'] : [],
  };
}

function outcomeOf(tests: readonly object[] | undefined, counts: readonly object[]): unknown {
  const folder = scratchFolder('outcome');
  const [report, counted] = [path.join(folder, 'report.json'), path.join(folder, 'counts.jsonl')];
  const file = { name: 'a.test.ts', status: tests === undefined ? 'failed' : 'passed', assertionResults: tests ?? [] };
  writeFileSync(report, JSON.stringify({ testResults: [file] }));
  writeFileSync(counted, counts.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return readOutcome(report, counted);
}
