import { plainLine } from './plain-text.js';

/** A recorded text on one line. A tag such as `</system-reminder>` in it must not end the message around it. */
export function plainField(text: string): string {
  return plainLine(text).replace(/<(?=[/!?a-z])/gi, '‹');
}

/** Marks lines as a quotation, so that a reader knows where the record ends. */
export function quoteLines(lines: readonly string[]): string {
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}
