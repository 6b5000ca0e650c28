import type { Clock } from '../../kernel/clock.js';

/** Midnight of the person's own day, from which spending counts against the limit. */
export function startOfDay(clock: Pick<Clock, 'now'>): Date {
  const day = clock.now();
  day.setHours(0, 0, 0, 0);
  return day;
}
