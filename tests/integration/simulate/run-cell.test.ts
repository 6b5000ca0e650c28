import { describe, expect, it } from 'vitest';
import { type Cell, DEFAULT_CELL } from '../../../scripts/simulate/cell.js';
import { type CellReport, runCell } from '../../../scripts/simulate/run-cell.js';
import { UserError } from '../../../src/kernel/user-error.js';
import { reportCases } from '../../support/report-cases.js';
import { seedOr } from '../../support/seed.js';

/** No model changes its answer and no call fails. */
const UNMOVED: Cell = { ...DEFAULT_CELL, conformity: 0 };

async function run(changes: Partial<Cell>, questions = 1, rounds?: number): Promise<CellReport> {
  const cell = { ...UNMOVED, ...changes };
  const report = await runCell({ name: 'test', cell, questions, seed: seedOr(1), rounds });
  reportCases(questions);
  return report;
}

describe('the engine against scripted models', { timeout: 120_000 }, () => {
  it('is exactly as good as a plain majority if no answer changes, in one round and in two', async () => {
    for (const rounds of [1, 2]) {
      const { methods, judged } = await run({ models: 5, accuracy: 0.55 }, 40, rounds);
      expect(judged.engine.minus_majority.mean).toBe(0);
      expect(methods.engine.accuracy).toEqual(methods.majority.accuracy);
      expect(methods.naive.accuracy).toEqual(methods.majority.accuracy);
      if (rounds === 1) expect(methods.challenge).toEqual(methods.engine);
    }
  });

  it('stops after a round in which all agree', async () => {
    const { methods, oracle } = await run({ accuracy: 1 }, 40);
    for (const { accuracy } of Object.values(methods)) expect(accuracy.mean).toBe(1);
    expect(oracle).toBe(1);
    expect(methods.engine.calls_per_question).toBe(3);
    expect(methods.challenge.calls_per_question).toBe(3);
  });

  it('has no answer where every call fails', async () => {
    const { methods, oracle } = await run({ failures: 1 }, 20);
    for (const { accuracy } of Object.values(methods)) expect(accuracy.mean).toBe(0);
    expect(oracle).toBe(0);
  });

  it('lets arguments turn wrong answers into right ones, with challenge for fewer calls', async () => {
    const { methods } = await run({ correction: 1, conformity: 0.3, accuracy: 0.55 }, 80);
    expect(methods.engine.wrong_to_right).toBeGreaterThan(0.1);
    expect(methods.engine.accuracy.mean).toBeGreaterThan(methods.majority.accuracy.mean);
    expect(methods.challenge.accuracy.mean).toBeGreaterThan(methods.majority.accuracy.mean);
    expect(methods.challenge.calls_per_question).toBeLessThan(methods.engine.calls_per_question);
    // A participant that is behind is not asked again, so no majority can press it.
    expect(methods.challenge).toMatchObject({ right_to_wrong: 0, conformity_rate: null });
  });

  it('loses fewer right answers to a majority than a debate in which the speakers hear each other first', async () => {
    const { methods } = await run({ conformity: 1, accuracy: 0.55 }, 80);
    expect(methods.engine.conformity_rate).toBe(1);
    expect(methods.naive.right_to_wrong).toBeGreaterThan(methods.engine.right_to_wrong);
    expect(methods.naive.accuracy.mean).toBeLessThan(methods.engine.accuracy.mean);
  });

  it('gives the same figures for the same seed', async () => {
    const request = { name: 'test', cell: { ...DEFAULT_CELL, failures: 0.2 }, questions: 20 };
    const [first, again, other] = [
      await runCell({ ...request, seed: 1 }),
      await runCell({ ...request, seed: 1 }),
      await runCell({ ...request, seed: 2 }),
    ];
    expect(again).toEqual(first);
    expect(other.methods).not.toEqual(first.methods);
  });

  it('refuses cells that make no sense', async () => {
    await expect(run({ models: 1 })).rejects.toThrow('models: 1 is not allowed; use a whole number from 2 to 20');
    await expect(run({ accuracy: 1.2 })).rejects.toThrow('accuracy: 1.2 is not allowed');
    await expect(run({ conformity: Number.NaN })).rejects.toThrow(UserError);
    await expect(run({}, 0)).rejects.toThrow('questions: 0 is not allowed');
    await expect(run({}, 1, 9)).rejects.toThrow(UserError);
  });
});
