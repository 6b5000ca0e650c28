import { UserError } from '../../kernel/user-error.js';

/** The maximum number of results. */
export function checkLimit(given: number | undefined, fallback: number, max: number): number {
  if (given === undefined) return fallback;
  if (Number.isInteger(given) && given >= 1 && given <= max) return given;
  throw new UserError('validation_error', `--limit: ${given} is not a whole number from 1 to ${max}`);
}
