import { describeCell } from './cell.js';
import type { CellReport } from './run-cell.js';
import type { MethodFigures, MethodName } from './tally.js';
import { formatPercent } from './targets.js';

const NAMES: Readonly<Record<MethodName, string>> = {
  single: 'one model',
  majority: 'plain majority (--mode quick)',
  naive: 'naive debate',
  open_rounds: 'open rounds',
  engine: 'witan (default)',
  challenge: 'witan --challenge',
};

const METHODS = Object.keys(NAMES) as MethodName[];

/** One cell: a row for each method, and the targets. */
export function renderCell(report: CellReport): string {
  const { cell, questions, seed, methods, oracle } = report;
  const header = ['', 'right', '95 % interval', 'wrong to right', 'right to wrong', 'gave in', 'calls'];
  const rows = METHODS.map((name) => methodRow(NAMES[name], methods[name]));
  return [
    `${describeCell(cell)}; ${questions} questions, seed ${seed}`,
    '',
    ...alignRows([header, ...rows, ['at least one first answer right', formatPercent(oracle)]]),
    '',
    ...judgedTargets(report).map(({ name, state, text }) => `${state.padEnd(8)}${name}: ${text}`),
    '',
  ].join('\n');
}

function methodRow(name: string, figures: MethodFigures): string[] {
  const { accuracy, wrong_to_right, right_to_wrong, conformity_rate, calls_per_question } = figures;
  return [
    name,
    formatPercent(accuracy.mean),
    `${tenths(accuracy.low)} to ${tenths(accuracy.high)}`,
    formatPercent(wrong_to_right),
    formatPercent(right_to_wrong),
    conformity_rate === null ? '-' : formatPercent(conformity_rate),
    calls_per_question.toFixed(1),
  ];
}

/** One line for each cell: how often each method was right, the calls of both ways of the engine, and red targets. */
export function renderCells(reports: readonly CellReport[]): string {
  const header = [
    '',
    'one',
    'quick',
    'naive',
    'open',
    'default',
    'challenge',
    'calls quick/default/challenge',
    'not met',
  ];
  const rows = reports.map((report) => {
    const { name, methods } = report;
    const calls = (['majority', 'engine', 'challenge'] as const).map((method) => methods[method].calls_per_question);
    return [
      name,
      ...METHODS.map((method) => tenths(methods[method].accuracy.mean)),
      calls.map((count) => count.toFixed(1)).join(' / '),
      redTargets(report).join(', '),
    ];
  });
  const [first] = reports;
  const red = reports.filter((report) => redTargets(report).length > 0).length;
  return [
    ...alignRows([header, ...rows]),
    '',
    `${reports.length} cells, ${first?.questions ?? 0} questions each; ${red} with a target that is missed or unclear (?)`,
    '',
  ].join('\n');
}

/** "engine naive?" for a target that the default misses the proof of. */
export function redTargets(report: CellReport): string[] {
  return (['engine', 'challenge'] as const).flatMap((row) =>
    report.judged[row].targets
      .filter(({ state }) => state !== 'met')
      .map(({ name, state }) => `${row} ${name}${state === 'unclear' ? '?' : ''}`),
  );
}

function judgedTargets({ judged }: CellReport) {
  return (['engine', 'challenge'] as const).flatMap((row) =>
    judged[row].targets.map(({ state, text }) => ({ name: NAMES[row], state, text })),
  );
}

/** The first column to the left, figures to the right. */
function alignRows(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function tenths(share: number): string {
  return (share * 100).toFixed(1);
}
