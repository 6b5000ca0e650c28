import { stripVTControlCharacters } from 'node:util';

/**
 * Text of a model, a file or another program, made safe to show: it could otherwise move the cursor, rewrite lines
 * that were printed before, set the clipboard, reverse its words, or hide some of them.
 */
export function plainText(text: string): string {
  // Nearly every text is plain, and the rest takes a hook longer than all of its own work.
  if (/^[\x20-\x7e\n]*$/.test(text)) return text;
  return (
    stripVTControlCharacters(text)
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      .replaceAll('\t', '    ')
      // The empty Braille cell is a letter that looks like a space.
      .replaceAll('\u2800', ' ')
      .replace(
        // Control characters, and all that is invisible: direction marks, soft hyphens, zero-width spaces, fillers,
        // tags, variation selectors. Composed emoji keep their joiners.
        /(?!\n|(?<=\p{Extended_Pictographic})\ufe0f|(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic}))[\p{Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu,
        '',
      )
  );
}

/** The same, on one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}

/** One line in which every run of hidden characters and line ends is seen as a question mark. */
export function markHidden(text: string): string {
  return text.replace(/[\p{Control}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]+/gu, '?');
}

/** JSON that means the same and hides nothing: invisible and control characters are written as escapes. */
export function visibleJson(json: string): string {
  return replaceHidden(json, (hidden) =>
    // By code units: JSON knows no escape for a whole character beyond the first plane.
    hidden
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** XML that means the same and hides nothing. */
export function visibleXml(xml: string): string {
  return replaceHidden(xml, (hidden) => `&#x${hidden.codePointAt(0)?.toString(16)};`);
}

function replaceHidden(data: string, toEscape: (hidden: string) => string): string {
  return data.replace(/(?![\n\t])[\p{Control}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu, toEscape);
}
