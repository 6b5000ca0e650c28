/** How many columns of a terminal a text takes: wide letters and most emoji take two, marks none. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** The text cut to `width` columns, with "…" at the end if it was cut. */
export function fitToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += graphemeWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return width > 0 ? `${kept}…` : '';
}

/** Splits a word that is longer than a line into parts of at most `width` columns. */
export function chunksOfWidth(text: string, width: number): string[] {
  const chunks: string[] = [];
  let chunk = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const columns = graphemeWidth(segment);
    if (used + columns > width && chunk !== '') {
      chunks.push(chunk);
      chunk = '';
      used = 0;
    }
    chunk += segment;
    used += columns;
  }
  return chunk === '' ? chunks : [...chunks, chunk];
}

const ASCII = /^[\x20-\x7e]*$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function graphemeWidth(grapheme: string): number {
  if (/^[\p{Mark}\p{Control}\p{Format}]+$/u.test(grapheme)) return 0;
  if (/\p{Emoji_Presentation}|\ufe0f/u.test(grapheme)) return 2;
  return WIDE.test(grapheme) ? 2 : 1;
}

// The blocks of wide letters: Hangul, CJK, Kana, full-width forms, and the ideographs beyond the first plane.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
