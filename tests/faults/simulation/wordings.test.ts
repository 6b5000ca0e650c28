import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/council/simulation/cell.js';
import { runCell } from '../../../src/council/simulation/run-cell.js';
import { reportCases } from '../../support/report-cases.js';
import { SETTINGS } from '../../support/scripted-council.js';
import { seedOr } from '../../support/seed.js';

/** Nobody changes its mind and no call fails: the engine can only count. */
const UNMOVED: Cell = { models: 5, accuracy: 0.55, conformity: 0, correction: 0, calibrated: true, failures: 0 };
// What is exact needs no large number.
const QUESTIONS = 150;

describe('options that every model words in its own way', { timeout: 120_000 }, () => {
  it('are counted in one round as plain majority counts them, to the last question', async () => {
    const { methods, engine_minus_majority: difference } = await run(UNMOVED, 1);
    expect(difference.mean).toBe(0);
    expect(methods.engine.accuracy.mean).toBe(methods.majority.accuracy.mean);
    expect(methods.engine.calls_per_question).toBe(5);
  });

  it('are one option, so that a first round in which all agree is the last', async () => {
    const { methods } = await run({ ...UNMOVED, accuracy: 1 });
    expect(methods.engine.accuracy.mean).toBe(1);
    expect(methods.engine.calls_per_question).toBe(5);
  });
});

async function run(cell: Cell, rounds?: number) {
  const work = { settings: SETTINGS, signal: new AbortController().signal };
  const report = await runCell({ cell, questions: QUESTIONS, seed: seedOr(1), rounds }, work);
  reportCases(QUESTIONS);
  return report;
}
