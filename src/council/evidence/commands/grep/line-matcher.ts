import { RE2JS } from 're2js';
import { failure, type Result, success } from '../../../../kernel/result.js';
import type { Pattern } from '../regex/pattern.js';
import { toRe2 } from '../regex/to-re2.js';
import type { LineSelection } from './grep-options.js';

export interface LineMatcher {
  matches(line: string): boolean;
  /** The parts that match, one after the other, without empty ones. */
  parts(line: string): Iterable<string>;
  /** What can be matched in one go without holding up everything else. */
  readonly longestLine: number;
}

/** A line longer than this is no text that a person wrote. */
const LONGEST_LINE = 64 * 1024;
/** Instructions of the compiled pattern times characters: some 30 ms at worst on an idle machine. */
const MOST_STEPS = 500_000;
const NO_WORD = '[^0-9A-Za-z_]';

/** Fails for a pattern that is too large for the engine. */
export function createLineMatcher(
  pattern: Pattern,
  { wholeLines, wholeWords }: Pick<LineSelection, 'wholeLines' | 'wholeWords'>,
): Result<LineMatcher, string> {
  const text = toRe2(pattern);
  const around = (inner: string) =>
    wholeLines ? `^${inner}$` : wholeWords ? `(?:^|${NO_WORD})${inner}(?:${NO_WORD}|$)` : inner;
  let tester: RE2JS;
  let finder: RE2JS;
  try {
    // Without a group to fill, whether there is a match is answered much faster.
    tester = RE2JS.compile(around(`(?:${text})`));
    finder = RE2JS.compile(around(`(${text})`), RE2JS.LONGEST_MATCH);
  } catch {
    return failure('grep: the pattern is too large once its repetitions are written out; use a simpler one.');
  }
  return success({
    matches: (line) => tester.test(line),
    longestLine: Math.min(LONGEST_LINE, Math.floor(MOST_STEPS / finder.programSize())),
    *parts(line) {
      const matcher = finder.matcher(line);
      let from = 0;
      // A word may end where the next one's edge begins, so that edge is looked at again.
      while (from <= line.length && matcher.find(Math.max(0, wholeWords ? from - 1 : from))) {
        const [start, end] = [matcher.start(1), matcher.end(1)];
        if (end > start && start >= from) yield line.slice(start, end);
        from = Math.max(end, from + 1);
      }
    },
  });
}
