/** An open code fence: the marks that opened it. */
export type Fence = string;

/**
 * The fence that a line opens. Any indentation will do, and a list mark before it: whatever a reader sees as code must
 * not be taken for the author's own words.
 */
export function openedFence(line: string): Fence | undefined {
  const [, marks, rest = ''] = OPENING.exec(line) ?? [];
  // Backticks behind backticks are inline code on one line.
  return marks?.startsWith('`') && rest.includes('`') ? undefined : marks;
}

/** The same marks, as many or more, and nothing behind them: a line such as "```js" inside a fence is part of it. */
export function closesFence(line: string, fence: Fence): boolean {
  const marks = line.trim();
  const mark = fence.charAt(0);
  return marks.length >= fence.length && marks.startsWith(fence) && marks === mark.repeat(marks.length);
}

const OPENING = /^\s*(?:(?:[-+*•]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/;

/**
 * The position behind the brace that closes the object at `start`, or `end` for one that is never closed. Braces inside
 * strings do not count.
 */
export function closingBrace(text: string, start: number, end: number): number {
  let depth = 0;
  let inString = false;
  for (let position = start; position < end; position++) {
    const character = text[position];
    if (inString) {
      if (character === '\\') position++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return position + 1;
  }
  return end;
}

/** What a line begins with that asks to look at the project. */
export const REQUEST_MARKER = 'TOOL_REQUEST:';

interface MarkedLine {
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
