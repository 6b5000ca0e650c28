import { UserError } from '../../kernel/user-error.js';

/** One set of scripted models. The names are those of the reports. */
export interface Cell {
  readonly models: number;
  /** How often a model is right on its own; `mixed` spreads the seats evenly from 0.55 to 0.85. */
  readonly accuracy: number | 'mixed';
  /** How likely a model is to give in to a majority against it. */
  readonly conformity: number;
  /** How likely a model that is wrong is to be convinced when it reads the right option argued. */
  readonly correction: number;
  /** True: a stated confidence is the share of times that it is right. False: always sure, right or wrong. */
  readonly calibrated: boolean;
  /** The share of calls that fail. */
  readonly failures: number;
}

export function checkCell(cell: Cell): void {
  const { models, accuracy } = cell;
  if (!Number.isInteger(models) || models < FEWEST || models > MOST) {
    throw invalid('models', models, `a whole number from ${FEWEST} to ${MOST}`);
  }
  if (accuracy !== 'mixed') checkShare('accuracy', accuracy, ' or "mixed"');
  checkShare('conformity', cell.conformity);
  checkShare('correction', cell.correction);
  checkShare('failures', cell.failures);
}

const FEWEST = 2;
const MOST = 20;

function checkShare(name: string, value: number, otherwise = ''): void {
  if (!(value >= 0 && value <= 1)) throw invalid(name, value, `a number from 0 to 1${otherwise}`);
}

export function invalid(name: string, value: unknown, remedy: string): UserError {
  return new UserError('validation_error', `${name}: ${String(value)} is not allowed; use ${remedy}`);
}

/** The accuracy of each seat. */
export function accuraciesOf({ models, accuracy }: Cell): number[] {
  return Array.from({ length: models }, (_, seat) =>
    accuracy === 'mixed' ? LOWEST_MIXED + (seat / (models - 1)) * (HIGHEST_MIXED - LOWEST_MIXED) : accuracy,
  );
}

const LOWEST_MIXED = 0.55;
const HIGHEST_MIXED = 0.85;

/** Every combination that the engine has to stand up in. */
export function gridCells(): Cell[] {
  return cross([3, 5], (models) =>
    cross([0.55, 0.7, 0.85, 'mixed'] as const, (accuracy) =>
      cross([0, 0.3, 0.6], (conformity) =>
        cross([0, 0.3], (correction) =>
          cross([true, false], (calibrated) =>
            cross([0, 0.2], (failures) => [{ models, accuracy, conformity, correction, calibrated, failures }]),
          ),
        ),
      ),
    ),
  );
}

function cross<Value>(values: readonly Value[], cellsOf: (value: Value) => Cell[]): Cell[] {
  return values.flatMap(cellsOf);
}
