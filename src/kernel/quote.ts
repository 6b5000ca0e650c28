import { cutText } from './cut-text.js';
import { plainLine } from './plain-text.js';

/** A recorded text on one line. A tag such as `</system-reminder>` in it must not end the message around it. */
export function plainField(text: string): string {
  return plainLine(text).replace(/<(?=[/!?a-z])/gi, '‹');
}

/** A recorded text inside a sentence, in quotes that it cannot end. */
export function quoteText(text: string, maxLength: number): string {
  return `"${cutText(plainField(text).replaceAll('"', "'"), maxLength)}"`;
}

/** A path inside a sentence: in quotes unless it is an ordinary one. */
export function quotePath(path: string): string {
  const isOrdinary = path.length <= MAX_PATH_LENGTH && /^[\p{L}\p{N}._~@+/-]+$/u.test(path);
  return isOrdinary ? path : quoteText(path, MAX_PATH_LENGTH);
}

const MAX_PATH_LENGTH = 200;

/** Marks lines as a quotation, so that a reader knows where the record ends. */
export function quoteLines(lines: readonly string[]): string {
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}
