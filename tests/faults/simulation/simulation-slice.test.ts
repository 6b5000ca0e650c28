import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/council/simulation/cell.js';
import { runCell } from '../../../src/council/simulation/run-cell.js';
import { reportCases } from '../../support/report-cases.js';
import { SETTINGS } from '../../support/scripted-council.js';
import { seedOr } from '../../support/seed.js';

// A slice of the grid that `witan simulate` prints, with as many questions as it has there: WITAN_FAULTS=full.
const isFull = process.env.WITAN_FAULTS === 'full';
const QUESTIONS = isFull ? 2_000 : 700;

const cellOf = (
  models: number,
  accuracy: Cell['accuracy'],
  conformity: number,
  correction: number,
  calibrated: boolean,
  failures: number,
): Cell => ({ models, accuracy, conformity, correction, calibrated, failures });

/** So far from every boundary that no seed makes them unclear: a row that is red by chance says nothing. */
const MET: readonly Cell[] = [
  cellOf(5, 'mixed', 0.6, 0, false, 0),
  cellOf(3, 'mixed', 0.6, 0.3, true, 0),
  cellOf(5, 0.55, 0.6, 0.3, true, 0),
  cellOf(3, 0.85, 0.6, 0, true, 0),
  cellOf(5, 0.7, 0.6, 0, true, 0.2),
  cellOf(3, 0.7, 0, 0.3, false, 0.2),
];

/** Where the naive debate is the better one, and by how many points: known, and no secret. */
const SHORT: readonly { readonly cell: Cell; readonly points: number }[] = [
  { cell: cellOf(3, 0.55, 0.3, 0.3, true, 0.2), points: -6.7 },
  { cell: cellOf(3, 'mixed', 0.3, 0.3, false, 0.2), points: -4.3 },
  { cell: cellOf(5, 0.55, 0.3, 0.3, false, 0.2), points: -4.5 },
];
/** Some four standard errors of a difference, either way. */
const POINTS_OFF = isFull ? 3.5 : 6;

const some = <Value>(values: readonly Value[], few: number) => (isFull ? values : values.slice(0, few));

describe('a slice of the simulation', () => {
  it.each(some(MET, 2))(
    'shows every target with $models models, accuracy $accuracy, conformity $conformity, correction $correction, failures $failures',
    { timeout: 600_000 },
    async (cell) => {
      const { targets } = await run(cell);
      expect(targets).toHaveLength(cell.conformity === 0 ? 3 : 4);
      expect(targets.filter(({ state }) => state !== 'met')).toEqual([]);
      reportCases(QUESTIONS);
    },
  );

  it.each(some(SHORT, 1))(
    'falls short of the naive debate by $points points with $cell.models models, accuracy $cell.accuracy, conformity $cell.conformity, correction $cell.correction, failures $cell.failures',
    { timeout: 600_000 },
    async ({ cell, points }) => {
      const { engine_minus_naive: difference, targets } = await run(cell);
      expect(Math.abs(difference.mean * 100 - points)).toBeLessThan(POINTS_OFF);
      expect(targets.filter(({ name, state }) => name !== 'naive' && state !== 'met')).toEqual([]);
      reportCases(QUESTIONS);
    },
  );
});

function run(cell: Cell) {
  const work = { settings: SETTINGS, signal: new AbortController().signal };
  return runCell({ cell, questions: QUESTIONS, seed: seedOr(1) }, work);
}
