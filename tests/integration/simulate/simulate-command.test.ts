import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: the build scripts are plain JavaScript
import { bundle, COMMON_JS } from '../../../scripts/build/bundle-all.mjs';
import { addSimulate } from '../../../src/cli/commands/simulate.js';
import type { GridReport, Simulation } from '../../../src/cli/simulate/simulation.js';
import { openSimulation } from '../../../src/main/simulate.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { ROOT } from '../../support/source-files.js';
import { fakePorts } from '../../unit/cli/fake-ports.js';

async function witan(args: readonly string[], open: () => Promise<Simulation> = openSimulation) {
  const ports = { ...fakePorts(), openSimulation: open };
  let exitCode: number | undefined;
  const program = new Command('witan').exitOverride().configureOutput({ writeErr: () => undefined });
  addSimulate(program, ports, (code) => {
    exitCode = code;
  });
  const running = program.parseAsync(['simulate', ...args], { from: 'user' });
  return {
    ports,
    ended: async () => {
      await running;
      return { exitCode, stdout: ports.stdout.text(), stderr: ports.stderr.text() };
    },
  };
}

const simulate = async (args: readonly string[]) => (await witan(args)).ended();

describe('witan simulate', { timeout: 120_000 }, () => {
  it('prints a row for each method and a line for each target', async () => {
    const { exitCode, stdout, stderr } = await simulate(['--questions=600', '--conformity', '0.6']);
    expect(exitCode).toBe(0);
    expect(stderr).toBe('');
    const lines = stdout.split('\n');
    expect(lines[0]).toBe(
      '3 models, accuracy 0.7, conformity 0.6, correction 0, calibrated, failures 0; 600 questions, seed 1, at most 2 rounds, 4 with challenge',
    );
    expect(lines.slice(3, 10).map((line) => line.slice(0, 14).trimEnd())).toEqual([
      'single model',
      'plain majority',
      'naive debate',
      'open rounds',
      'this engine',
      'with challenge',
      'oracle',
    ]);
    expect(lines[5]).toMatch(/ 9\.00$/);
    const [, engine = '', challenge = ''] = stdout.split(/^this engine$|^with challenge$/m);
    for (const judged of [engine, challenge]) {
      expect(judged).toMatch(/^met {5}no more calls than two rounds: \d+\.\d %$/m);
      expect(judged).toMatch(/^met {5}above naive debate: /m);
    }
  });

  it('fails where a target is not met, unless only the figures are asked for', async () => {
    const short = ['--questions=600', '--correction=0.3', '--accuracy=0.55', '--failures=0.2', '--rounds=1'];
    const { exitCode, stdout } = await simulate(short);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^missed {2}above naive debate: -/m);
    expect((await simulate([...short, '--exit-zero'])).exitCode).toBe(0);
  });

  it('judges nothing by a single question', async () => {
    const { exitCode, stdout } = await simulate(['--questions=1', '--rounds=1']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('; 1 question, seed 1, at most 1 round, 1 with challenge\n');
    expect(stdout.match(/^unclear .*; fewer than 200 questions show nothing$/gm)).toHaveLength(8);
  });

  it('prints the same figures as JSON, and nothing else', async () => {
    const args = ['--questions=20', '--models=5', '--accuracy=mixed', '--overconfident', '--failures=0.2', '--json'];
    const [first, again] = [await simulate(args), await simulate(args)];
    const report = JSON.parse(first.stdout);
    expect(again.stdout).toBe(first.stdout);
    expect(report.cell).toEqual({
      models: 5,
      accuracy: 'mixed',
      conformity: 0.3,
      correction: 0,
      calibrated: false,
      failures: 0.2,
    });
    expect(report.methods.naive.calls_per_question).toBe(15);
    expect(report.methods.majority.calls_per_question).toBe(5);
    expect(report).toMatchObject({ rounds: 2, challenge: { rounds: 4 } });
    expect(report.challenge.targets.map(({ name }: { name: string }) => name)).toEqual([
      'majority',
      'naive',
      'three_rounds',
      'two_rounds',
    ]);
  });

  it.each([
    [['--models', '1'], 'models: 1 is not allowed; use a whole number from 2 to 20'],
    [['--accuracy', '2'], 'accuracy: 2 is not allowed; use a number from 0 to 1 or "mixed"'],
    [['--failures=-0.1'], 'failures: -0.1 is not allowed; use a number from 0 to 1'],
    [['--rounds', '9'], 'rounds: 9 is not allowed; use a whole number from 1 to 5'],
    [['--questions', '0'], 'questions: 0 is not allowed; use a whole number from 1 to 1000000'],
    [['--seed', '0.5'], 'seed: 0.5 is not allowed; use a whole number'],
    [['--calibrated', '--overconfident'], '--calibrated and --overconfident exclude each other; give one of them'],
    [['--jobs', '2'], '--jobs is for --grid; one cell is one job'],
    [['--grid', '--models', '3'], '--models is for a single cell; leave it or --grid out'],
    [['--grid', '--jobs', '0'], '--jobs: 0 is not allowed; use a whole number from 1 to 64'],
    [['--accuracy', 'high'], 'accuracy: "high" is not allowed; use a number from 0 to 1 or "mixed"'],
  ])('refuses %s with one clear line', async (args, message) => {
    await expect(simulate(args)).rejects.toThrow(message);
  });

  it('runs the whole grid, tells each cell on standard error and hides no red one', async () => {
    const { exitCode, stdout, stderr } = await simulate(['--grid', '--questions', '1', '--jobs', '1']);
    expect(stderr.trimEnd().split('\n')).toHaveLength(192);
    expect(stderr).toContain('192/192 5 models, accuracy mixed, conformity 0.6, correction 0.3, overconfident');
    // A single question shows nothing: every target that rests on an interval must be red.
    expect(exitCode).toBe(1);
    expect(stdout).toContain('192 of 192 cells, 1 question each, seed 1: 192 cells do not show every target');
    const [, engine = '', challenge = ''] = stdout.split(/^this engine$|^with challenge$/m);
    for (const judged of [engine, challenge]) {
      expect(judged).toMatch(/^majority: 0 met, 192 unclear, 0 missed$/m);
      expect(judged.match(/^(unclear|missed) /gm)?.length).toBeGreaterThanOrEqual(192);
    }
  });

  it('asks other questions in every cell of a grid, and says with which seed', async () => {
    const simulation = await openSimulation();
    const { cells } = await firstCells(simulation, 1, 3);
    expect(cells.map(({ seed }) => seed)).toEqual([1000, 1001, 1002]);
    const [, second] = cells;
    if (second === undefined) throw new Error('there is no second cell');
    const alone = await simulation.runCell(
      { cell: second.cell, questions: 5, seed: second.seed },
      { signal: new AbortController().signal },
    );
    expect(alone).toEqual(second);
    await expect(simulate(['--grid', '--seed', String(Number.MAX_SAFE_INTEGER)])).rejects.toThrow(/^seed: .* up to/);
  });

  it('says how far it was when it is interrupted', async () => {
    const { ports, ended } = await witan(['--questions', '100000'], async () => {
      const simulation = await openSimulation();
      return {
        ...simulation,
        runCell: (request, work) =>
          simulation.runCell(request, {
            ...work,
            onProgress: (done) => {
              work.onProgress?.(done);
              if (done === 2) ports.interrupt();
            },
          }),
      };
    });
    const { exitCode, stdout, stderr } = await ended();
    expect(exitCode).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toBe('witan: cancelled after 2 of 100000 questions; nothing is kept\n');
  });
});

describe('a grid in processes of its own', () => {
  it('comes to the figures of this process, and keeps what is done when it is cancelled', async () => {
    const program = await installProgram();
    const simulation = await openSimulation({ command: process.execPath, args: [program] });
    const apart = await firstCells(simulation, 2, 3);
    const here = await firstCells(simulation, 1, 3);
    expect(apart.cancelled).toBe(true);
    expect(apart.cells_in_grid).toBe(192);
    expect(apart.cells.length).toBeGreaterThanOrEqual(3);
    expect(apart.cells[0]).toEqual(here.cells[0]);
  });

  it('ends with the reason when the program cannot be run', async () => {
    const simulation = await openSimulation({ command: process.execPath, args: ['--eval', 'process.exit(3)', '--'] });
    await expect(firstCells(simulation, 2, 1)).rejects.toThrow('a cell could not be simulated');
  });
});

/** With the package's own settings beside it. */
async function installProgram(): Promise<string> {
  const folder = scratchFolder('simulate');
  for (const file of ['package.json', 'config.yaml']) copyFileSync(path.join(ROOT, file), path.join(folder, file));
  const outfile = path.join(folder, 'program.cjs');
  await bundle(ROOT, { ...COMMON_JS, entryPoints: ['tests/integration/simulate/program.ts'], outfile });
  return outfile;
}

async function firstCells(simulation: Simulation, jobs: number, cells: number): Promise<GridReport> {
  const stop = new AbortController();
  return simulation.runGrid(
    { questions: 5, seed: 1, jobs },
    { signal: stop.signal, onCell: (_, done) => done === cells && stop.abort(new Error('enough')) },
  );
}
