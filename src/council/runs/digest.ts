import { createHash } from 'node:crypto';

/** A short key for texts of any length. */
export function digest(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  // With its length before it, no text can pass for the end of the one before.
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex').slice(0, 32);
}
