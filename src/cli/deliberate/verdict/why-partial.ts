import type { DeliberationResult } from '../../../council/index.js';
import { plainLine } from '../../../kernel/plain-text.js';

/** The causes in one sentence: who is missing, what ended the debate, or both. Empty for a whole result. */
export function whyPartial(result: DeliberationResult): string[] {
  if (result.status !== 'partial') return [];
  const end = earlyEnd(result);
  const missing = describeMissing(result);
  const causes = [...(end === undefined ? [] : [plainLine(end)]), ...(missing === undefined ? [] : [missing])];
  return [`partial: ${causes.length === 0 ? 'the debate was cut short' : causes.join('; ')}`];
}

/** The council's own words for a cap that ended the debate. */
export function earlyEnd({ status, integrity }: DeliberationResult): string | undefined {
  return status === 'partial' ? integrity.warnings.find((warning) => warning.startsWith(ENDED_EARLY)) : undefined;
}

const ENDED_EARLY = 'the debate ended early';

function describeMissing({ integrity, participants }: DeliberationResult): string | undefined {
  const count = integrity.missing.length;
  if (count === 0) return undefined;
  return `the last answer${count === 1 ? '' : 's'} of ${count} of ${participants.length} participants ${count === 1 ? 'is' : 'are'} missing`;
}
