import type { Result } from '../../../../kernel/result.js';
import type { EvidenceContext } from '../../tool.js';

/** One of the commands of `run_command`: reads its arguments and lets another tool answer. */
export type Command = (args: readonly string[], context: EvidenceContext) => Promise<Result<string, string>>;

/** Why that many name patterns are not compared with every name of a project; undefined when they are. */
export function tooManyPatterns(patterns: readonly string[]): string | undefined {
  const length = patterns.reduce((sum, pattern) => sum + pattern.length, 0);
  if (patterns.length <= MAX_PATTERNS && length <= MAX_TOTAL_LENGTH) return undefined;
  return `at most ${MAX_PATTERNS} name patterns of ${MAX_TOTAL_LENGTH} characters in total are allowed.`;
}

const MAX_PATTERNS = 30;
const MAX_TOTAL_LENGTH = 1_000;
