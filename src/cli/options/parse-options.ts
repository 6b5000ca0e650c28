import { InvalidArgumentError } from 'commander';
import { nearestName } from '../../kernel/nearest-name.js';
import { UserError } from '../../kernel/user-error.js';

/** The domains check the range. */
export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

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

export function parsePort(typed: string): number {
  const port = Number(typed);
  if (/^\d+$/.test(typed) && port >= 1024 && port <= 65_535) return port;
  throw new UserError('validation_error', `--port ${typed} is not a port; use a number from 1024 to 65535`);
}

/** One of the values that an option accepts; undefined if it was not given. */
export function parseChoice<Word extends string>(
  option: string,
  given: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (given === undefined) return undefined;
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  const nearest = nearestName(given, words);
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  throw new UserError('validation_error', `${option}: "${given}" is not one of ${words.join(', ')}${hint}`);
}

/** The time before `now`: 90d, 12w, 6m, 1y, or the beginning of a day. */
export function parseAge(text: string, now: Date): Date {
  const [, count = '', unit = ''] = /^(\d{1,5})([dwmy])$/i.exec(text.trim()) ?? [];
  const days = DAYS[unit.toLowerCase()];
  if (days !== undefined) return new Date(now.getTime() - Number(count) * days * DAY_MS);
  const day = /^\d{4}-\d\d-\d\d$/.test(text.trim()) ? new Date(`${text.trim()}T00:00:00Z`) : new Date(Number.NaN);
  if (Number.isNaN(day.getTime())) {
    throw new UserError(
      'validation_error',
      `--older-than: "${text}" is not an age; write 90d, 12w, 6m, 1y or a day such as 2026-01-31`,
    );
  }
  return day;
}

const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 };
const DAY_MS = 86_400_000;
