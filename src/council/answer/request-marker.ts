/** What a line begins with that asks to look at the project. */
export const REQUEST_MARKER = 'TOOL_REQUEST:';

export interface MarkedLine {
  /** Where the text behind the marker begins in the line. */
  readonly after: number;
  /** The marker is inside inline code. */
  readonly isCode: boolean;
}

/**
 * Finds the marker at the start of a line. Only Markdown may come before it, as before a vote: emphasis, code, a
 * heading, list marks. A quotation mark (`>`) is not among them: quoted text was written by others.
 */
export function markedLine(line: string): MarkedLine | undefined {
  const [all, before = ''] = MARKED.exec(line) ?? [];
  return all === undefined ? undefined : { after: all.length, isCode: before.includes('`') };
}

/** Nothing but Markdown that was opened before the marker. */
export function isDecoration(text: string): boolean {
  return /^[\s*_`~]*$/.test(text);
}

const MARKED = /^([\s*_`#~\-+•]{0,64}(?:\d{1,3}[.)][\s*_`~]{1,16})?)TOOL_REQUEST[*_`]{0,3}\s{0,8}:[\s*_`~]{0,16}/;
