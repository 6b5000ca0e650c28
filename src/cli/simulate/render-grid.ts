import type { Paint } from '../text/paint.js';
import { alignRows, countOf, describeCell, TONES, tenths } from './render-cell.js';
import type { CellReport, GridReport } from './simulation.js';

/** The whole grid, a line to a cell, and every cell that does not show what it should once more with its reason. */
export function renderGrid(report: GridReport, paint: Paint): string {
  const { cells, cells_in_grid: all, questions, seed } = report;
  const red = redCells(report);
  const [header = '', ...lines] = alignRows([HEADER, ...cells.map(rowOf)]);
  const reasons = red.flatMap(({ cell, targets }) =>
    targets
      .filter(({ state }) => state !== 'met')
      .map(({ state, text }) => `${paint(TONES[state], state.padEnd(8))}${describeCell(cell)}: ${text}`),
  );
  return [
    paint('strong', header),
    ...lines,
    '',
    `${cells.length} of ${all} cells, ${countOf(questions, 'question')} each, seed ${seed}: ${verdictWords(red.length, cells.length)}`,
    ...reasons,
    '',
  ].join('\n');
}

/** A target that is unclear is not shown either. */
export function redCells({ cells }: GridReport): CellReport[] {
  return cells.filter(isRed);
}

export function isRed({ targets }: CellReport): boolean {
  return targets.some(({ state }) => state !== 'met');
}

const HEADER = [
  'models accuracy conformity correction confidence failures',
  'single',
  'majority',
  'naive',
  'open',
  'engine',
  'oracle',
  '-majority',
  '-naive',
  'of 3 rounds',
  'red',
];

function rowOf({ cell, methods, oracle, calls_against, targets, ...differences }: CellReport): string[] {
  const { models, accuracy, conformity, correction, calibrated, failures } = cell;
  const widths = [6, 8, 10, 10, 10, 8];
  const parameters = [models, accuracy, conformity, correction, calibrated ? 'calibrated' : 'over', failures];
  return [
    parameters.map((value, index) => String(value).padEnd(widths[index] ?? 0)).join(' '),
    tenths(methods.single.accuracy.mean),
    tenths(methods.majority.accuracy.mean),
    tenths(methods.naive.accuracy.mean),
    tenths(methods.open_rounds.accuracy.mean),
    tenths(methods.engine.accuracy.mean),
    tenths(oracle),
    signed(differences.engine_minus_majority.mean),
    signed(differences.engine_minus_naive.mean),
    `${tenths(calls_against.three_rounds)} %`,
    targets
      .filter(({ state }) => state !== 'met')
      .map(({ name, state }) => `${name}${state === 'unclear' ? '?' : ''}`)
      .join(','),
  ];
}

function signed(share: number): string {
  return `${share < 0 ? '' : '+'}${tenths(share)}`;
}

function verdictWords(red: number, all: number): string {
  if (all === 0) return 'nothing was measured';
  if (red === 0) return 'every target is met';
  return `${red} ${red === 1 ? 'cell does' : 'cells do'} not show every target (a "?" stands for unclear)`;
}
