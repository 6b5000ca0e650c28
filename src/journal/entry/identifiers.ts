import { randomBytes } from 'node:crypto';

/** `ghap_20251203_143022_a1b2c3` */
export function newEntryId(now: Date): string {
  return `ghap_${stampedSuffix(now)}`;
}

/** `session_20251203_140000_a7b8c9` */
export function newSessionId(now: Date): string {
  return `session_${stampedSuffix(now)}`;
}

/** `2025-12-03T14:30:22Z`: UTC, to the second. */
export function timestamp(now: Date): string {
  return `${now.toISOString().slice(0, 19)}Z`;
}

/** Identifiers become file names; a file that another program wrote must not lead out of the journal. */
export function isSafeIdentifier(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,99}$/.test(text);
}

function stampedSuffix(now: Date): string {
  const [date = '', time = ''] = timestamp(now).slice(0, -1).split('T');
  return `${date.replaceAll('-', '')}_${time.replaceAll(':', '')}_${randomBytes(3).toString('hex')}`;
}
