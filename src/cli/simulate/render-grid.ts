import type { Paint } from '../text/paint.js';
import { alignRows, countOf, describeCell, judgedRows, NAMES, TONES, tenths } from './render-cell.js';
import type { CellReport, GridReport, Target, TargetCounts } from './simulation.js';

/** The whole grid, a line to a cell, what it comes to, and every target that is not met once more with its figures. */
export function renderGrid(report: GridReport, paint: Paint): string {
  const { cells, cells_in_grid: all, questions, seed, summary } = report;
  const [header = '', ...lines] = alignRows([HEADER, ...cells.map(rowOf)]);
  return [
    paint('strong', header),
    ...lines,
    '',
    `${cells.length} of ${all} cells, ${countOf(questions, 'question')} each, seed ${seed}: ${verdictWords(redCells(report).length, cells.length)}`,
    ...(['engine', 'challenge'] as const).flatMap((row) => [
      '',
      paint('strong', NAMES[row]),
      ...countLines(summary[row]),
      ...reasons(cells, NAMES[row], paint),
    ]),
    '',
  ].join('\n');
}

/** Where one of the two that are judged does not show a target; one that is unclear is not shown either. */
export function redCells({ cells }: GridReport): CellReport[] {
  return cells.filter(isRed);
}

export function isRed(report: CellReport): boolean {
  return judgedRows(report).some(({ targets }) => redTargets(targets).length > 0);
}

function redTargets(targets: readonly Target[]): Target[] {
  return targets.filter(({ state }) => state !== 'met');
}

function countLines(counts: TargetCounts): string[] {
  return Object.entries(counts).map(([name, count]) => {
    const { met = 0, unclear = 0, missed = 0 } = count ?? {};
    return `${name}: ${met} met, ${unclear} unclear, ${missed} missed`;
  });
}

function reasons(cells: readonly CellReport[], row: string, paint: Paint): string[] {
  return cells.flatMap((report) =>
    judgedRows(report)
      .filter(({ name }) => name === row)
      .flatMap(({ targets }) => redTargets(targets))
      .map(({ state, text }) => `${paint(TONES[state], state.padEnd(8))}${describeCell(report.cell)}: ${text}`),
  );
}

const HEADER = [
  'models accuracy conformity correction confidence failures',
  'single',
  'majority',
  'naive',
  'open',
  'engine',
  'challenge',
  'oracle',
  'engine-naive',
  'challenge-naive',
  'calls of 3 rounds',
  'red: engine',
  'red: challenge',
];

function rowOf({ cell, methods, oracle, calls_against: calls, targets, challenge, ...differences }: CellReport) {
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
    tenths(methods.challenge.accuracy.mean),
    tenths(oracle),
    signed(differences.engine_minus_naive.mean),
    signed(challenge.minus_naive.mean),
    `${tenths(calls.three_rounds)} / ${tenths(challenge.calls_against.three_rounds)} %`,
    redNames(targets),
    redNames(challenge.targets),
  ];
}

function redNames(targets: readonly Target[]): string {
  return redTargets(targets)
    .map(({ name, state }) => `${name}${state === 'unclear' ? '?' : ''}`)
    .join(',');
}

function signed(share: number): string {
  return `${share < 0 ? '' : '+'}${tenths(share)}`;
}

function verdictWords(red: number, all: number): string {
  if (all === 0) return 'nothing was measured';
  if (red === 0) return 'every target is met';
  return `${red} ${red === 1 ? 'cell does' : 'cells do'} not show every target (a "?" stands for unclear)`;
}
