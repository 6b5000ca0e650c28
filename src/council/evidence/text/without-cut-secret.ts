/**
 * A part of a file may begin or end in the middle of a secret, and half of one is not recognised. So the line that was
 * cut goes, or of a very long line as much as a secret could take. For a text from which whole secrets were taken.
 */
export function withoutCutSecret(text: string, cutAt: 'start' | 'end'): string {
  if (cutAt === 'end') return text.slice(0, Math.max(text.lastIndexOf('\n') + 1, text.length - LONGEST_SECRET));
  const firstBreak = text.indexOf('\n');
  return text.slice(Math.min(firstBreak === -1 ? text.length : firstBreak + 1, LONGEST_SECRET));
}

/** Of one line; keys of many lines are recognised without their beginning or their end. */
export const LONGEST_SECRET = 8_000;
