import { UserError } from '../../kernel/user-error.js';

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
