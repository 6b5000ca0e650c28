import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../src/council/simulation/cell.js';
import type { CellReport } from '../../../../src/council/simulation/cell-report.js';
import { runCell } from '../../../../src/council/simulation/run-cell.js';
import { UserError } from '../../../../src/kernel/user-error.js';
import { SETTINGS } from '../../../support/scripted-council.js';

const CELL: Cell = { models: 3, accuracy: 0.7, conformity: 0, correction: 0, calibrated: true, failures: 0 };
const never = new AbortController().signal;

function run(changes: Partial<Cell>, questions = 300, seed = 1): Promise<CellReport> {
  return runCell({ cell: { ...CELL, ...changes }, questions, seed }, { settings: SETTINGS, signal: never });
}

const target = (report: CellReport, name: string) => report.targets.find((each) => each.name === name)?.state;

describe('a simulated cell', { timeout: 120_000 }, () => {
  it('comes to the same figures from the same seed, and to others from another', async () => {
    const [first, again, other] = [await run({}, 60), await run({}, 60), await run({}, 60, 2)];
    expect(again).toEqual(first);
    expect(other.methods).not.toEqual(first.methods);
  });

  it('is plain majority where nothing moves anybody: a debate alone adds nothing', async () => {
    const { methods, engine_minus_majority: difference } = await run({});
    expect(difference.mean).toBe(0);
    expect(difference.low).toBeLessThan(0);
    expect(methods.engine.accuracy).toEqual(methods.majority.accuracy);
    expect(methods.naive.accuracy).toEqual(methods.majority.accuracy);
    expect(methods.open_rounds.accuracy).toEqual(methods.majority.accuracy);
    expect(methods.engine).toMatchObject({ wrong_to_right: 0, right_to_wrong: 0 });
  });

  it('is plain majority with a challenge too where no argument convinces, however much a majority presses', async () => {
    const { methods } = await run({ conformity: 0.6, models: 5, accuracy: 0.55 });
    expect(methods.challenge.accuracy).toEqual(methods.majority.accuracy);
    expect(methods.challenge).toMatchObject({ wrong_to_right: 0, right_to_wrong: 0, conformity_rate: null });
  });

  it('has three in five right by majority more often than one alone, by the figures of the binomial', async () => {
    const { methods } = await run({ models: 5, calibrated: false }, 500);
    // At least three of five are right with 0.837; two right against scattered errors win some more.
    expect(methods.single.accuracy.low).toBeLessThan(0.7);
    expect(methods.single.accuracy.high).toBeGreaterThan(0.7);
    expect(methods.majority.accuracy.high).toBeGreaterThan(0.837);
    expect(methods.majority.accuracy.low).toBeGreaterThan(methods.single.accuracy.high);
  });

  it('is all right with models that are always right, in one round and one call each', async () => {
    const { methods, oracle, calls_against: calls } = await run({ accuracy: 1 }, 40);
    for (const { accuracy } of Object.values(methods)) expect(accuracy.mean).toBe(1);
    expect(oracle).toBe(1);
    expect(methods.engine.oracle_gap_closed).toBeNull();
    expect(methods.engine.calls_per_question).toBe(3);
    expect(calls.two_rounds).toBe(0.5);
  });

  it('is all wrong where every call fails, though all rounds are tried', async () => {
    const { methods, oracle } = await run({ failures: 1 }, 40);
    for (const { accuracy } of Object.values(methods)) expect(accuracy.mean).toBe(0);
    expect(oracle).toBe(0);
    expect(methods.engine.calls_per_question).toBe(6);
  });

  it('shows conformity as right answers that are lost where the speakers hear each other first', async () => {
    const report = await run({ conformity: 0.6, accuracy: 0.55 }, 800);
    const { methods } = report;
    expect(methods.engine.conformity_rate).toBeCloseTo(0.6, 1);
    expect(methods.naive.conformity_rate).toBeCloseTo(0.6, 1);
    expect(methods.naive.right_to_wrong).toBeGreaterThan(methods.engine.right_to_wrong);
    expect(methods.naive.accuracy.mean).toBeLessThan(methods.majority.accuracy.mean);
    expect(target(report, 'naive')).toBe('met');
  });

  it('shows correction as wrong answers that become right, and never the other way', async () => {
    const { methods } = await run({ correction: 0.3, accuracy: 0.55 });
    expect(methods.engine.wrong_to_right).toBeGreaterThan(0.05);
    expect(methods.engine.right_to_wrong).toBe(0);
    expect(methods.engine.accuracy.mean).toBeGreaterThan(methods.majority.accuracy.mean);
  });

  it('shows open rounds as a debate whose first answers are blind and which always lasts three rounds', async () => {
    const { methods, engine_minus_open_rounds: difference } = await run({ correction: 0.3, accuracy: 0.55 });
    expect(methods.open_rounds.calls_per_question).toBe(9);
    expect(methods.open_rounds.accuracy.mean).toBeGreaterThan(methods.majority.accuracy.mean);
    expect(difference.mean).toBeCloseTo(methods.engine.accuracy.mean - methods.open_rounds.accuracy.mean);
    const pressed = await run({ conformity: 0.6, accuracy: 0.55 });
    // Who has answered blind is swayed by a majority only, and that has won already.
    expect(pressed.methods.open_rounds.accuracy.mean).toBeGreaterThan(pressed.methods.naive.accuracy.mean);
  });

  it('shows failures as answers that a single model does not give and a second round makes up for', async () => {
    const { methods } = await run({ failures: 0.2 }, 800);
    expect(methods.single.accuracy.low).toBeLessThan(0.56);
    expect(methods.single.accuracy.high).toBeGreaterThan(0.56);
    expect(methods.engine.accuracy.mean).toBeGreaterThan(methods.majority.accuracy.mean);
  });

  it('shows what a challenge of the lead adds where arguments convince, for no more calls', async () => {
    const report = await run({ correction: 0.3, conformity: 0.3, accuracy: 0.55 }, 500);
    const { methods, challenge } = report;
    expect(report).toMatchObject({ rounds: 2, challenge: { rounds: 4 } });
    expect(methods.challenge.accuracy.mean).toBeGreaterThan(methods.engine.accuracy.mean);
    expect(challenge.minus_naive.low).toBeGreaterThan(report.engine_minus_naive.mean);
    expect(challenge.calls_against.two_rounds).toBeLessThan(1);
    expect(challenge.calls_against.two_rounds * 2 * 3).toBeCloseTo(methods.challenge.calls_per_question);
    // Whoever is behind is not asked again, so that no majority can press anybody.
    expect(methods.challenge).toMatchObject({ right_to_wrong: 0, conformity_rate: null });
    expect(methods.engine.right_to_wrong).toBeGreaterThan(0);
  });

  it('gives both of its rows the rounds that are asked for', async () => {
    const request = { cell: { ...CELL, accuracy: 0.55, correction: 0.3 }, questions: 40, seed: 1, rounds: 1 };
    const report = await runCell(request, { settings: SETTINGS, signal: never });
    expect(report).toMatchObject({ rounds: 1, challenge: { rounds: 1 } });
    expect(report.methods.challenge).toEqual(report.methods.engine);
  });

  it('refuses figures that make no sense, with the remedy', async () => {
    await expect(run({ models: 1 })).rejects.toThrow('models: 1 is not allowed; use a whole number from 2 to 20');
    await expect(run({ accuracy: 1.2 })).rejects.toThrow(
      'accuracy: 1.2 is not allowed; use a number from 0 to 1 or "mixed"',
    );
    await expect(run({ conformity: Number.NaN })).rejects.toThrow(UserError);
    await expect(run({}, 0)).rejects.toThrow('questions: 0 is not allowed');
  });

  it('stops when it is cancelled', async () => {
    const stop = new AbortController();
    const running = runCell(
      { cell: CELL, questions: 100_000, seed: 1 },
      { settings: SETTINGS, signal: stop.signal, onProgress: (done) => done === 3 && stop.abort(new Error('enough')) },
    );
    await expect(running).rejects.toThrow('enough');
  });
});
