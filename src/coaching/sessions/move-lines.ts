/** Where lines of a text are after it was changed. Lines inside the changed part stay in it. */
export function moveLines(before: string, after: string): (line: number) => number {
  const [old, changed] = [toLines(before), toLines(after)];
  const shorter = Math.min(old.length, changed.length);
  let start = 0;
  while (start < shorter && old[start] === changed[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === changed.at(-1 - end)) end++;
  return (line) => {
    if (line <= start) return line;
    if (line > old.length - end) return line + changed.length - old.length;
    return Math.max(1, Math.min(line, changed.length - end));
  };
}

function toLines(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}
