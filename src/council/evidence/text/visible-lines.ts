import { linesOf } from './file-text.js';

/** The lines of a file as participants may see them. */
export interface VisibleLines {
  readonly shown: readonly string[];
  /**
   * What patterns are held against. Where a secret was taken out of a line, one character stands that no pattern can
   * name; all the rest of these lines stands in the file as it is.
   */
  readonly searched: readonly string[];
  /** Whether something was taken out of a line. */
  isChanged(index: number): boolean;
}

/** A secret must be taken out before lines are chosen: what a pattern finds of it, and what a cut leaves, tells it. */
export async function readVisibleLines(text: string, redact: (text: string) => Promise<string>): Promise<VisibleLines> {
  const redacted = await redact(text);
  const shown = linesOf(redacted);
  if (redacted === text) return { shown, searched: shown, isChanged: () => false };
  const before = linesOf(text);
  return {
    shown,
    searched: shown.map((line, index) => (line === before[index] ? line : withoutMarkers(line, before[index] ?? ''))),
    isChanged: (index) => shown[index] !== before[index],
  };
}

const TAKEN_OUT = '\ufffd';

/** Every part that is kept stands in the line as it was: no word of a marker is found, and no word is made anew. */
function withoutMarkers(line: string, before: string): string {
  const parts = line.split(MARKER);
  let from = 0;
  for (const part of parts) {
    const found = before.indexOf(part, from);
    if (found === -1) return sharedEnds(line, before);
    from = found + part.length;
  }
  return parts.join(TAKEN_OUT);
}

const MARKER = /\[redacted: [^\]\n]{1,60}\]/;

/** Whatever the markers look like. */
function sharedEnds(line: string, before: string): string {
  const most = Math.min(line.length, before.length);
  let start = 0;
  while (start < most && line[start] === before[start]) start++;
  let end = 0;
  while (end < most - start && line.at(-1 - end) === before.at(-1 - end)) end++;
  return line.slice(0, start) + TAKEN_OUT + line.slice(line.length - end);
}
