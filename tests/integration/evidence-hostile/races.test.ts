import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportCases } from '../../support/report-cases.js';
import { attack } from './attack.js';
import { type HostileProject, hostileProject } from './hostile-project.js';
import type { HostileRequest } from './request.js';

const isFull = process.env.WITAN_HOSTILE === 'full';

/** Everything that reads at a path, aimed at a file and at a folder that another process keeps replacing with links. */
const RACED: readonly HostileRequest[] = [
  ...['race/file.txt', 'race/folder/plain.txt'].flatMap((path): [string, Record<string, unknown>][] => [
    ['read_file', { path }],
    ['run_command', { command: 'cat', args: [path] }],
    ['run_command', { command: 'tail', args: ['-n', '2', path] }],
    ['run_command', { command: 'grep', args: ['-e', '.', path] }],
    ['search_code', { pattern: '.', path }],
  ]),
  ['run_command', { command: 'grep', args: ['-r', '-e', '.', 'race'] }] as [string, Record<string, unknown>],
  ['run_command', { command: 'ls', args: ['-lR', 'race'] }] as [string, Record<string, unknown>],
  ['search_code', { pattern: '.', path: 'race' }] as [string, Record<string, unknown>],
].map(([tool, given]) => ({ tool, arguments: given, expect: 'harmless', tries: 'races' }));

describe('a project that changes while it is read', () => {
  let fixture: HostileProject;
  let swapper: ChildProcess;
  beforeAll(async () => {
    fixture = await hostileProject();
    const race = join(fixture.project.root, 'race');
    mkdirSync(join(race, 'folder'), { recursive: true });
    writeFileSync(join(race, 'file.txt'), 'plain text\n');
    writeFileSync(join(race, 'folder', 'plain.txt'), 'plain text\n');
    execFileSync('mkfifo', [join(race, 'kept-pipe')]);
    const script = join(import.meta.dirname, 'swap.mjs');
    swapper = fork(script, [race, fixture.outside, join(fixture.project.root, '.env')], { stdio: 'inherit' });
    await swapsSoFar();
  });
  afterAll(async () => {
    const gone = once(swapper, 'exit');
    swapper.disconnect();
    await gone;
    await fixture.close();
  });

  async function swapsSoFar(): Promise<number> {
    const answered = once(swapper, 'message');
    swapper.send('how many?');
    const [{ swaps }] = (await answered) as [{ swaps: number }];
    return swaps;
  }

  it('shows nothing from behind a link in 10,000 swaps', async () => {
    const before = await swapsSoFar();
    let reads = 0;
    let answered = 0;
    let swaps = 0;
    while (swaps < 10_000 || reads < 5_000) {
      const rows = Array.from({ length: 40 }, () => RACED).flat();
      const report = await attack(rows, fixture);
      expect(report.faults).toEqual([]);
      reads += report.requests;
      answered += report.succeeded;
      swaps = (await swapsSoFar()) - before;
    }
    reportCases(reads);
    // The race was one: some requests met the file and some met a link.
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThan(reads);
    if (isFull) console.info(`${reads} requests during ${swaps} swaps, ${answered} answered`);
  }, 120_000);
});
