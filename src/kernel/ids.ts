import { randomBytes } from 'node:crypto';

/** Sorts by time and is short enough to type: `20261116-101502-3f9ac1`. */
export function newDeliberationId(now: Date): string {
  const [date = '', time = ''] = now.toISOString().split('T');
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${randomBytes(3).toString('hex')}`;
}
