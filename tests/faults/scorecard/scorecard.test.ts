import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
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
  readonly mutations: readonly Mutation[];
}

interface Mutation {
  readonly removes: string;
  readonly file: string;
  readonly edits: readonly Edit[];
  readonly suites?: readonly string[];
}

const rows = ROWS as readonly Row[];

describe('the scorecard', () => {
  it.each(rows)('finds every guard of $id once, in the file where it would remove it', ({ mutations }) => {
    expect(mutations.length).toBeGreaterThan(0);
    for (const { removes, file: usual, edits } of mutations) {
      expect(edits.length, removes).toBeGreaterThan(0);
      for (const { file = usual, from } of edits) {
        expect(readSource(file).split(from).length - 1, `${JSON.stringify(from)} in ${file}`).toBe(1);
      }
    }
  });

  it.each(rows)('finds the suites of $id', ({ suites, mutations }) => {
    const isThere = (suite: string) =>
      existsSync(path.join(ROOT, suite)) ||
      readdirSync(path.join(ROOT, path.dirname(suite))).some((name) => name.startsWith(path.basename(suite)));
    const named = [...suites, ...mutations.flatMap((mutation) => mutation.suites ?? [])];
    expect(named.filter((suite) => !isThere(suite))).toEqual([]);
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

  it('gives two tests of one name their cases once', () => {
    const tests = [test('passed', 'many'), test('passed', 'many')];
    expect(outcomeOf(tests, [{ test: 'suite > many', cases: 500, failed: 0 }])).toMatchObject({ cases: 500 });
    expect(outcomeOf(tests, [])).toMatchObject({ cases: 2 });
  });

  it('counts nothing if a test says that it has tried nothing', () => {
    const tests = [test('passed', 'early'), test('passed', 'one')];
    expect(outcomeOf(tests, [{ test: 'suite > early', cases: 0, failed: 0 }])).toMatchObject({ cases: 1 });
  });

  it('says before the first row that its figures could not be written', () => {
    const words = ['--only', 'soak', '--json', path.join(scratchFolder('figures'), 'missing', 'figures.json')];
    const { status, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/scorecard.mjs'), ...words], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^scorecard: --json: .*figures\.json cannot be written \(ENOENT\); name a file/);
  });

  it('leaves no folder behind when it is interrupted', async () => {
    const temporary = scratchFolder('temporary');
    const child = spawn(process.execPath, [path.join(ROOT, 'scripts/scorecard.mjs'), '--only', 'network', '--quick'], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const folders = () => readdirSync(temporary).filter((name) => name.startsWith('witan-scorecard-'));
    await vi.waitUntil(() => folders().length > 0, { timeout: 60_000 });
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(folders()).toEqual([]);
  }, 90_000);

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
