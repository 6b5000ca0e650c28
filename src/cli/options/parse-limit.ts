import { InvalidArgumentError } from 'commander';
import { UserError } from '../../kernel/user-error.js';

/** For commander: the maximum number of results. */
export function parseLimit(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || value < 1 || value > MAX) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX}.`);
  }
  return value;
}

const MAX = 10_000;

/** The same for a number that commander has parsed. */
export function checkLimit(given: number | undefined, fallback: number, max: number): number {
  if (given === undefined) return fallback;
  if (Number.isInteger(given) && given >= 1 && given <= max) return given;
  throw new UserError('validation_error', `--limit: ${given} is not a whole number from 1 to ${max}`);
}
