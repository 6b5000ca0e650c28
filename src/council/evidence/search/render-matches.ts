import { printablePath } from '../confinement/printable-path.js';
import { shownLine } from '../text/file-text.js';
import type { FileMatches } from './search-file.js';

/** `path:12: text` for a line that matches, `path-13- text` for one around it, `--` where lines are left out between. */
export function renderMatches(file: FileMatches, mostShown: number, contextLines: number): string[] {
  const shown: string[] = [];
  const path = printablePath(file.path);
  const matching = file.matching.slice(0, mostShown);
  const isMatch = new Set(matching);
  let next = 0;
  for (const match of matching) {
    const from = Math.max(next, match - contextLines);
    if (contextLines > 0 && from > next && shown.length > 0) shown.push('--');
    const to = Math.min(file.lines.length - 1, match + contextLines);
    for (let index = from; index <= to; index++) {
      const mark = isMatch.has(index) ? ':' : '-';
      shown.push(`${path}${mark}${index + 1}${mark} ${shownLine(file.lines[index] ?? '', LONGEST_LINE)}`);
    }
    next = Math.max(next, to + 1);
  }
  return shown;
}

const LONGEST_LINE = 400;
