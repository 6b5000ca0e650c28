import type { Paint, Tone } from '../text/paint.js';
import type { Cell, CellReport, MethodFigures, MethodName, Target } from './simulation.js';

export const NAMES: Readonly<Record<MethodName, string>> = {
  single: 'single model',
  majority: 'plain majority',
  naive: 'naive debate',
  open_rounds: 'open rounds',
  engine: 'this engine',
  challenge: 'with challenge',
};

const METHODS = ['single', 'majority', 'naive', 'open_rounds', 'engine', 'challenge'] as const;

/** One cell: what was simulated, a row for each method, and the targets of the two that are judged. */
export function renderCell(report: CellReport, paint: Paint): string {
  const { cell, questions, seed, rounds, methods, oracle, challenge } = report;
  const rows = [
    HEADER,
    ...METHODS.map((name) => rowOf(NAMES[name], methods[name])),
    ['oracle', percent(oracle), '', '', '', '', '', ''],
  ];
  const table = alignRows(rows).map((line, index) => (index === 0 ? paint('strong', line) : line));
  const limits = `at most ${countOf(rounds, 'round')}, ${challenge.rounds} with challenge`;
  return [
    `${describeCell(cell)}; ${countOf(questions, 'question')}, seed ${seed}, ${limits}`,
    '',
    ...table,
    ...judgedRows(report).flatMap(({ name, targets }) => [
      '',
      paint('strong', name),
      ...targets.map(({ state, text }) => `${paint(TONES[state], state.padEnd(8))}${text}`),
    ]),
    '',
  ].join('\n');
}

/** The engine as it is when nobody changes anything, and with the lead challenged: both are judged. */
export function judgedRows({ targets, challenge }: CellReport) {
  return [
    { name: NAMES.engine, targets },
    { name: NAMES.challenge, targets: challenge.targets },
  ];
}

export const TONES: Readonly<Record<Target['state'], Tone>> = {
  met: 'good',
  unclear: 'caution',
  missed: 'bad',
};

const HEADER = ['', 'accuracy', '95 % interval', 'w→r', 'r→w', 'gave in', 'oracle gap', 'calls'];

function rowOf(name: string, figures: MethodFigures): string[] {
  const { accuracy, wrong_to_right, right_to_wrong, conformity_rate, oracle_gap_closed, calls_per_question } = figures;
  return [
    name,
    percent(accuracy.mean),
    `${tenths(accuracy.low)} to ${tenths(accuracy.high)}`,
    percent(wrong_to_right),
    percent(right_to_wrong),
    conformity_rate === null ? '-' : percent(conformity_rate),
    oracle_gap_closed === null ? '-' : percent(oracle_gap_closed),
    calls_per_question.toFixed(2),
  ];
}

export function countOf(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

export function describeCell(cell: Cell): string {
  const { models, accuracy, conformity, correction, calibrated, failures } = cell;
  const confidence = calibrated ? 'calibrated' : 'overconfident';
  return `${models} models, accuracy ${accuracy}, conformity ${conformity}, correction ${correction}, ${confidence}, failures ${failures}`;
}

/** The first column to the left, figures to the right. */
export function alignRows(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

export function tenths(share: number): string {
  return (share * 100).toFixed(1);
}

function percent(share: number): string {
  return `${tenths(share)} %`;
}
