import { chunksOfWidth, displayWidth } from './display-width.js';

/** Lines of at most `width` columns, broken between words; a word longer than a line is cut. */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, Math.max(width, MINIMUM_WIDTH)));
}

// Below this a column of text is no longer readable; the terminal may wrap it itself.
const MINIMUM_WIDTH = 20;

function wrapParagraph(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const pieces = paragraph.split(/\s+/).filter((word) => word !== '');
  for (const piece of pieces.flatMap((word) => chunksOfWidth(word, width))) {
    const columns = displayWidth(piece);
    if (used > 0 && used + 1 + columns > width) {
      lines.push(line);
      line = '';
      used = 0;
    }
    line += used > 0 ? ` ${piece}` : piece;
    used += used > 0 ? 1 + columns : columns;
  }
  return [...lines, line];
}
