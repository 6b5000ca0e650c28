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
