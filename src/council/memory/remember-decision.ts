import type { CouncilDependencies } from '../council.js';
import type { DeliberationResult } from '../result.js';
import { type Facts, UNRECORDED } from '../runs/run.js';
import { NOT_RECALLED } from './recall-past.js';
import { withinTime } from './within-time.js';

/**
 * Stores a finished deliberation where later ones find it. It is awaited, because a program that runs for one
 * deliberation ends right after it. What cannot be stored is still in the sidecar, from which it can be imported.
 */
export async function rememberDecision(
  result: DeliberationResult,
  dependencies: Pick<CouncilDependencies, 'memory' | 'logger'>,
  facts: Facts = UNRECORDED,
): Promise<DeliberationResult> {
  if (result.decision_id === null) return result;
  const failed = await facts.fact<string | null>('closing/memory', () => store(result, dependencies), null);
  if (failed === null) return result;
  // Of a damaged database the reason itself says it.
  const isNeedless = result.transcript_path === null || failed.includes(IMPORTING);
  const remedy = isNeedless ? '' : `; \`${IMPORTING}\` can read it from the transcripts later`;
  const warnings = withWarning(result.integrity.warnings, failed, remedy);
  return { ...result, decision_id: null, integrity: { ...result.integrity, warnings } };
}

const IMPORTING = 'witan decisions import';

/** Why it could not be stored, or null. */
async function store(
  result: DeliberationResult,
  { memory, logger }: Pick<CouncilDependencies, 'memory' | 'logger'>,
): Promise<string | null> {
  try {
    // Not ended by the caller's signal: what was said before a deliberation was cancelled is worth remembering too.
    await withinTime(LONGEST_MS, undefined, async () => memory?.remember(result));
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.log('error', 'decision_not_remembered', { id: result.deliberation_id, reason });
    return reason;
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
