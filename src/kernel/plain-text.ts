import { stripVTControlCharacters } from 'node:util';

/**
 * Text of a model, a file or another program, made safe to show: it could otherwise move the cursor, rewrite lines
 * that were printed before, set the clipboard, or turn its words around with direction marks.
 */
export function plainText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', '    ')
    .replace(UNSAFE, '');
}

/** The same, on one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}

// Control characters, direction marks and invisible ones; the joiner of composed emoji may stay.
const UNSAFE = /(?!\n)[\p{Control}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
