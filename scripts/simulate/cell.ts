import { UserError } from '../../src/kernel/user-error.js';

/** One set of scripted models. The names are those of the JSON report. */
export interface Cell {
  readonly models: number;
  /** How often a model is right on its own; `mixed` spreads the models evenly from 0.55 to 0.85. */
  readonly accuracy: number | 'mixed';
  /** How likely a model is to give in to a majority against it. */
  readonly conformity: number;
  /** How likely a model that is wrong is to be convinced when it reads an answer for the right option. */
  readonly correction: number;
  /** True: a stated confidence is the share of times that it is right. False: always sure, right or wrong. */
  readonly calibrated: boolean;
  /** The share of calls that fail. */
  readonly failures: number;
}

export const DEFAULT_CELL: Cell = {
  models: 3,
  accuracy: 0.7,
  conformity: 0.3,
  correction: 0,
  calibrated: true,
  failures: 0,
};

export function checkCell(cell: Cell): void {
  const { models, accuracy } = cell;
  if (!Number.isInteger(models) || models < MIN_MODELS || models > MAX_MODELS) {
    throw invalid('models', models, `a whole number from ${MIN_MODELS} to ${MAX_MODELS}`);
  }
  if (accuracy !== 'mixed') checkShare('accuracy', accuracy, ' or "mixed"');
  checkShare('conformity', cell.conformity);
  checkShare('correction', cell.correction);
  checkShare('failures', cell.failures);
}

const MIN_MODELS = 2;
const MAX_MODELS = 20;

function checkShare(name: string, value: number, otherwise = ''): void {
  if (!(value >= 0 && value <= 1)) throw invalid(name, value, `a number from 0 to 1${otherwise}`);
}

export function invalid(name: string, value: unknown, fix: string): UserError {
  return new UserError('validation_error', `${name}: ${String(value)} is not allowed; use ${fix}`);
}

/** The accuracy of each model. */
export function accuraciesOf({ models, accuracy }: Cell): number[] {
  return Array.from({ length: models }, (_, index) =>
    accuracy === 'mixed' ? MIN_MIXED + (index / (models - 1)) * (MAX_MIXED - MIN_MIXED) : accuracy,
  );
}

const MIN_MIXED = 0.55;
const MAX_MIXED = 0.85;

export interface NamedCell {
  readonly name: string;
  readonly cell: Cell;
}

/** The situations of the table in docs/council.md. */
export function situations(): NamedCell[] {
  const situation = (name: string, changes: Partial<Cell>): NamedCell => ({
    name,
    cell: { ...DEFAULT_CELL, conformity: 0, ...changes },
  });
  return [
    situation('first answers never change', {}),
    situation('models follow the majority', { conformity: 0.6 }),
    situation('arguments convince', { correction: 0.3 }),
    situation('both', { conformity: 0.3, correction: 0.3 }),
    situation('both, weak models', { conformity: 0.3, correction: 0.3, accuracy: 0.55 }),
    situation('both, strong models', { conformity: 0.3, correction: 0.3, accuracy: 0.85 }),
    situation('both, five models', { conformity: 0.3, correction: 0.3, models: 5 }),
    situation('both, 20 % of calls fail', { conformity: 0.3, correction: 0.3, failures: 0.2 }),
  ];
}

/** Every combination that the engine is judged by. */
export function gridCells(): NamedCell[] {
  const cells = [3, 5].flatMap((models) =>
    ([0.55, 0.7, 0.85, 'mixed'] as const).flatMap((accuracy) =>
      [0, 0.3, 0.6].flatMap((conformity) =>
        [0, 0.3].flatMap((correction) =>
          [true, false].flatMap((calibrated) =>
            [0, 0.2].map((failures) => ({ models, accuracy, conformity, correction, calibrated, failures })),
          ),
        ),
      ),
    ),
  );
  return cells.map((cell) => ({ name: describeCell(cell), cell }));
}

export function describeCell(cell: Cell): string {
  const { models, accuracy, conformity, correction, calibrated, failures } = cell;
  const confidence = calibrated ? 'calibrated' : 'overconfident';
  return `${models} models, accuracy ${accuracy}, conformity ${conformity}, correction ${correction}, ${confidence}, failures ${failures}`;
}
