import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/council/simulation/cell.js';
import { runCell } from '../../../src/council/simulation/run-cell.js';
import { reportCases } from '../../support/report-cases.js';
import { SETTINGS } from '../../support/scripted-council.js';
import { seedOr } from '../../support/seed.js';

// A slice of the grid that `witan simulate` prints; WITAN_FAULTS=full asks enough questions for a verdict on each cell.
const isFull = process.env.WITAN_FAULTS === 'full';
const QUESTIONS = isFull ? 1_000 : 40;
const CELLS: readonly Cell[] = [3, 5].flatMap((models) =>
  ([0.55, 0.85, 'mixed'] as const).map((accuracy, index) => ({
    models,
    accuracy,
    conformity: [0.6, 0.3, 0][index] ?? 0,
    correction: index === 1 ? 0.3 : 0,
    calibrated: models === 3,
    failures: index === 2 ? 0.2 : 0,
  })),
);

describe('a slice of the simulation', () => {
  it.each(isFull ? CELLS : CELLS.slice(0, 2))(
    'misses no target with $models models, accuracy $accuracy, conformity $conformity, failures $failures',
    { timeout: 600_000 },
    async (cell) => {
      const work = { settings: SETTINGS, signal: new AbortController().signal };
      const { targets } = await runCell({ cell, questions: QUESTIONS, seed: seedOr(1) }, work);
      expect(targets.length).toBeGreaterThanOrEqual(3);
      expect(targets.filter(({ state }) => state === 'missed')).toEqual([]);
      reportCases(QUESTIONS);
    },
  );
});
