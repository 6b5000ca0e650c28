import type { CouncilDependencies } from '../council.js';
import type { DeliberationResult } from '../result.js';
import { NOT_RECALLED } from './recall-past.js';
import { withinTime } from './within-time.js';

/**
 * Stores a finished deliberation where later ones find it. It is awaited, because a program that runs for one
 * deliberation ends right after it. What cannot be stored is still in the sidecar, from which it can be imported.
 */
export async function rememberDecision(
  result: DeliberationResult,
  { memory, logger }: Pick<CouncilDependencies, 'memory' | 'logger'>,
): Promise<DeliberationResult> {
  if (memory === undefined || result.decision_id === null) return result;
  try {
    // Not ended by the caller's signal: what was said before a deliberation was cancelled is worth remembering too.
    await withinTime(LONGEST_MS, undefined, () => memory.remember(result));
    return result;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.log('error', 'decision_not_remembered', { id: result.deliberation_id, reason });
    const remedy =
      result.transcript_path === null ? '' : '; `witan decisions import` can read it from the transcripts later';
    const warnings = withWarning(result.integrity.warnings, reason, remedy);
    return { ...result, decision_id: null, integrity: { ...result.integrity, warnings } };
  }
}

/** Where the past could not be looked at for the same reason, one warning says both. */
function withWarning(warnings: readonly string[], reason: string, remedy: string): string[] {
  const isSaid = (warning: string) => warning === `${NOT_RECALLED}: ${reason}`;
  const what = warnings.some(isSaid)
    ? `${NOT_RECALLED}, and this one not remembered`
    : 'this decision could not be remembered';
  return [...warnings.filter((warning) => !isSaid(warning)), `${what}: ${reason}${remedy}`];
}

/** A little more than a database that another process keeps locked is waited for. */
const LONGEST_MS = 6_000;
