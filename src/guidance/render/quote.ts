import { plainLine } from '../../kernel/plain-text.js';

/** Our own texts are recognized by this mark: nothing is learned from them. */
export const OWN_MARK = 'Witan guidance';

/** A text of an item on one line. A tag such as `</system-reminder>` in it must not end the message around it. */
export function plainField(text: string): string {
  return plainLine(text).replace(/<(?=[/!?a-z])/gi, '‹');
}

/** Marks lines as a quotation, so that a reader knows where the record ends. */
export function quoteLines(lines: readonly string[]): string {
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

/** Claude Code replaces longer texts by a file and a preview. */
export const MAX_CHARACTERS = 1950;
