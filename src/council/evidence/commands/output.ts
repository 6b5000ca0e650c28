/** What is said when there was more than is shown. Participants get a few thousand characters of it anyway. */
const MOST_LINES = 2000;
const MOST_CHARACTERS = 200_000;

/** Lines as the output of a command, cut where nobody would read on; a note says so. */
export function outputOf(lines: readonly string[], notes: readonly string[] = []): string {
  let size = 0;
  let count = 0;
  for (const line of lines) {
    size += line.length + 1;
    if (count >= MOST_LINES || size > MOST_CHARACTERS) break;
    count++;
  }
  const cut = count < lines.length ? [`[cut: ${lines.length - count} more lines]`] : [];
  return [...lines.slice(0, count), ...cut, ...notes.map((note) => `[${note}]`)].join('\n');
}

/** A text that came as a whole, cut in the same way. */
export function textOutput(text: string): string {
  return outputOf((text.endsWith('\n') ? text.slice(0, -1) : text).split('\n'));
}
