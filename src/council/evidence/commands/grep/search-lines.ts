import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LineSelection } from './grep-options.js';
import type { LineMatcher } from './line-matcher.js';
import type { MatchedLine } from './matched-line.js';

const TURN_MS = 20;

/** Our own grep. Lines are matched as bytes, each one a character, as the program does it in the C locale. */
export async function searchLines(
  content: Buffer,
  matcher: LineMatcher,
  selection: LineSelection,
  signal: AbortSignal,
): Promise<MatchedLine[]> {
  const shown: MatchedLine[] = [];
  const lines = linesOf(content);
  let selected = 0;
  let lastShown = 0;
  let contextLeft = 0;
  let turnEnds = performance.now() + TURN_MS;
  const breathe = async () => {
    await nextTurn();
    signal.throwIfAborted();
    turnEnds = performance.now() + TURN_MS;
  };
  for (const [index, line] of lines.entries()) {
    if (performance.now() > turnEnds) await breathe();
    const number = index + 1;
    const isFull = selected >= selection.most;
    if (isFull && contextLeft === 0) break;
    // Behind the last line that is wanted, a line that would match is context like any other.
    const isSelected = !isFull && matcher.matches(line) !== selection.invert;
    if (isSelected) {
      for (let earlier = Math.max(lastShown + 1, number - selection.before); earlier < number; earlier++) {
        shown.push({ number: earlier, text: readable(lines[earlier - 1] ?? ''), isContext: true });
      }
      if (!selection.onlyMatching) shown.push({ number, text: readable(line), isContext: false });
      else if (!selection.invert) {
        for (const text of matcher.parts(line)) {
          shown.push({ number, text: readable(text), isContext: false });
          if (performance.now() > turnEnds) await breathe();
        }
      }
      selected++;
      lastShown = number;
      contextLeft = selection.after;
    } else if (contextLeft > 0) {
      shown.push({ number, text: readable(line), isContext: true });
      contextLeft--;
      lastShown = number;
    }
  }
  return shown;
}

function linesOf(content: Buffer): string[] {
  const lines = content.toString('latin1').split('\n');
  // The end of the last line begins no other one.
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function readable(line: string): string {
  return Buffer.from(line, 'latin1').toString('utf8');
}
