import { UserError } from '../../kernel/user-error.js';

/** How many results at most. */
export function parseLimit(given: number | undefined, fallback: number, most: number): number {
  if (given === undefined) return fallback;
  if (Number.isInteger(given) && given >= 1 && given <= most) return given;
  throw new UserError('validation_error', `--limit: ${given} is not a whole number from 1 to ${most}`);
}
