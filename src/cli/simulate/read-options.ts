import { availableParallelism } from 'node:os';
import { UserError } from '../../kernel/user-error.js';
import type { Cell } from './simulation.js';

export interface SimulateOptions {
  readonly models?: number;
  readonly accuracy?: string;
  readonly conformity?: number;
  readonly correction?: number;
  readonly calibrated?: boolean;
  readonly overconfident?: boolean;
  readonly failures?: number;
  readonly questions?: number;
  readonly seed?: number;
  readonly rounds?: number;
  readonly grid?: boolean;
  readonly jobs?: number;
  readonly exitZero?: boolean;
  readonly json?: boolean;
}

/** Which values make sense is the simulation's to say; here flags become one cell. */
export function readCell(options: SimulateOptions): Cell {
  if (options.calibrated === true && options.overconfident === true) {
    throw wrong('--calibrated and --overconfident exclude each other; give one of them');
  }
  if (options.jobs !== undefined) throw wrong('--jobs is for --grid; one cell is one job');
  return {
    models: options.models ?? 3,
    accuracy: readAccuracy(options.accuracy),
    conformity: options.conformity ?? 0.3,
    correction: options.correction ?? 0,
    calibrated: options.overconfident !== true,
    failures: options.failures ?? 0,
  };
}

/** The grid has its own cells: a flag that names one would be passed over in silence. */
export function checkGridOptions(options: SimulateOptions): { readonly jobs: number } {
  const given = CELL_OPTIONS.find((name) => options[name] !== undefined);
  if (given !== undefined) throw wrong(`--${given} is for a single cell; leave it or --grid out`);
  const { jobs = usualJobs() } = options;
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > MOST_JOBS) {
    throw wrong(`--jobs: ${jobs} is not allowed; use a whole number from 1 to ${MOST_JOBS}`);
  }
  return { jobs };
}

const MOST_JOBS = 64;

/** One core is left to whoever waits for it. */
function usualJobs(): number {
  return Math.min(MOST_JOBS, Math.max(1, availableParallelism() - 1));
}

const CELL_OPTIONS = [
  'models',
  'accuracy',
  'conformity',
  'correction',
  'calibrated',
  'overconfident',
  'failures',
] as const;

function readAccuracy(text: string | undefined): Cell['accuracy'] {
  if (text === undefined) return 0.7;
  if (text === 'mixed') return text;
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) {
    throw wrong(`accuracy: "${text}" is not allowed; use a number from 0 to 1 or "mixed"`);
  }
  return value;
}

function wrong(message: string): UserError {
  return new UserError('validation_error', message);
}

/** The flags of `witan simulate` that stand for a cell of a grid, which is judged by whoever reads its report. */
export function flagsOf(cell: Cell): string[] {
  return [
    `--models=${cell.models}`,
    `--accuracy=${cell.accuracy}`,
    `--conformity=${cell.conformity}`,
    `--correction=${cell.correction}`,
    cell.calibrated ? '--calibrated' : '--overconfident',
    `--failures=${cell.failures}`,
    '--exit-zero',
  ];
}
