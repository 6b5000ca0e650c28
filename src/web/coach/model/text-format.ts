import { Text } from '@codemirror/state';

/** What the editor does not show of a file, and what is written again when it is saved. */
export interface TextFormat {
  readonly byteOrderMark: '' | '\uFEFF';
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** Lines end in different ways: only `\n` ends a line in the editor, so that every byte stays as it is. */
  readonly isMixed: boolean;
}

export interface FormattedText {
  readonly text: Text;
  readonly format: TextFormat;
}

export function readText(content: string): FormattedText {
  const byteOrderMark = content.startsWith('\uFEFF') ? '\uFEFF' : '';
  const shown = content.slice(byteOrderMark.length);
  const ends = new Set(shown.match(/\r\n|\r|\n/g));
  const [lineEnd = '\n'] = ends as Set<TextFormat['lineEnd']>;
  const format = ends.size > 1 ? ({ byteOrderMark, lineEnd: '\n', isMixed: true } as const) : undefined;
  return {
    text: Text.of(shown.split(format === undefined ? lineEnd : '\n')),
    format: format ?? { byteOrderMark, lineEnd, isMixed: false },
  };
}

export function writeText({ text, format }: FormattedText): string {
  return format.byteOrderMark + text.sliceString(0, text.length, format.lineEnd);
}

/** For the status line. */
export function formatLineEnd({ lineEnd, isMixed, byteOrderMark }: TextFormat): string {
  const name = isMixed ? 'mixed line ends' : { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' }[lineEnd];
  return byteOrderMark === '' ? name : `${name}, BOM`;
}

/** The part that differs, so that the cursor and marks outside of it stay where they are. */
export function changeBetween(from: Text, to: Text): { from: number; to: number; insert: Text } {
  const [before, after] = [from.toString(), to.toString()];
  const max = Math.min(before.length, after.length);
  let start = 0;
  while (start < max && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (end < max - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end))
    end++;
  return { from: start, to: before.length - end, insert: to.slice(start, after.length - end) };
}
