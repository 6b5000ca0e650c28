import { errorMessage } from '../../../kernel/error-code.js';
import { failure, type Result, success } from '../../../kernel/result.js';
import { type RequiredText, requiredText } from './required-text.js';

/** A participant's regular expression, which always takes linear time. */
export interface LinePattern {
  /** True if a line has a match in it. */
  matches(line: string): boolean;
  /** Characters after which another task deserves its turn, however slowly they are matched. */
  readonly charactersPerTurn: number;
  /** One of these is in every line that matches; undefined when nothing can be said. */
  readonly required: RequiredText | undefined;
}

export async function compilePattern(pattern: string, ignoreCase: boolean): Promise<Result<LinePattern, string>> {
  if (pattern.length > MAX_PATTERN_LENGTH)
    return failure(`The pattern is longer than ${MAX_PATTERN_LENGTH} characters; search for a part of it.`);
  const { RE2JS } = await import('re2js');
  try {
    const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    const size = compiled.programSize();
    if (size > MAX_PROGRAM_SIZE)
      return failure('The pattern is too large to be searched for: use smaller numbers in its {repetitions}.');
    const maxLineLength = Math.max(MIN_LINE_LIMIT, Math.min(MAX_LINE_LIMIT, Math.floor(MAX_STEPS / size)));
    return success({
      matches: (line) => compiled.test(line.length > maxLineLength ? line.slice(0, maxLineLength) : line),
      charactersPerTurn: Math.floor(maxLineLength / 4),
      required: requiredText(pattern, ignoreCase),
    });
  } catch (error) {
    return failure(`The pattern cannot be used: ${reason(error)}.${hint(pattern)}`);
  }
}

const MAX_PATTERN_LENGTH = 1000;
/** Instructions of the compiled pattern. */
const MAX_PROGRAM_SIZE = 500;
/** Instructions times characters of one uninterrupted step: some 30 ms at worst, so that the server stays awake. */
const MAX_STEPS = 400_000;
/** So much of a line is searched, at least and at most. */
const MIN_LINE_LIMIT = 800;
const MAX_LINE_LIMIT = 10_000;

function reason(error: unknown): string {
  const message = errorMessage(error);
  return message.replace(/^error parsing regexp: /, '').replace(/\p{Control}/gu, '');
}

function hint(pattern: string): string {
  if (/\(\?<?[=!]/.test(pattern)) return ' Look-ahead and look-behind are not supported (RE2 syntax).';
  if (/\\[1-9]/.test(pattern)) return ' References to groups are not supported (RE2 syntax).';
  return ' Write a backslash before ( ) [ ] { } . * + ? | ^ $ that are literal.';
}
