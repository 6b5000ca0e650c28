import { stripVTControlCharacters } from 'node:util';

/**
 * Text of a model, a file or another program, made safe to show: it could otherwise move the cursor, rewrite lines
 * that were printed before, set the clipboard, or turn its words around with direction marks.
 */
export function plainText(text: string): string {
  // Nearly every text is of this kind, and what follows takes a hook longer than all of its own work.
  if (/^[\x20-\x7e\n]*$/.test(text)) return text;
  return (
    stripVTControlCharacters(text)
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      .replaceAll('\t', '    ')
      // Control characters, direction marks and invisible ones; the joiner of composed emoji may stay.
      .replace(/(?!\n)[\p{Control}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu, '')
  );
}

/** The same, on one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}
