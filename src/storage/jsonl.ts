export interface JsonLines {
  readonly values: unknown[];
  /** Lines that are not JSON: the end of a write that was cut off, or an edit by hand. */
  readonly skipped: number;
}

/** All values of a log, oldest first. */
export function parseJsonLines(text: string): JsonLines {
  const values: unknown[] = [];
  let skipped = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    try {
      values.push(JSON.parse(line));
    } catch {
      skipped++;
    }
  }
  return { values, skipped };
}
