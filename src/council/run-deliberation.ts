import { formatUsd } from '../kernel/format-usd.js';
import { addUp, entriesOfLostCalls, inOrder, type LedgerEntry } from './budget/ledger.js';
import { composeResult } from './compose-result.js';
import type { EngineDependencies } from './contract/council.js';
import type { CheckedRequest } from './contract/request.js';
import type { DeliberationResult, Summary } from './contract/result.js';
import { runDebate } from './debate/run-debate.js';
import { type Deliberation, openDeliberation } from './deliberation.js';
import { readTrackRecords, rememberDecision } from './memory.js';
import { RECORD } from './record/record-keys.js';
import { finishedRoundLimits } from './record/run.js';
import { redactResult } from './redact.js';
import { cannotFollow } from './runs/cannot-follow.js';
import { howToContinue } from './runs/find-to-resume.js';
import type { Attempt } from './runs/open-attempt.js';
import type { Subscribers } from './runs/running-deliberations.js';
import { EXTRACTED } from './summary/extract-summary.js';
import { summarize } from './summary/summarize.js';
import { limitDeliberation } from './time-limits.js';
import { saveTranscript } from './transcript/save-transcript.js';
import { reachVerdict } from './verdict/reach-verdict.js';

export interface StartedAttempt extends Attempt {
  /** What the caller should know first; null otherwise. */
  readonly notice: string | null;
}

/** One attempt at a deliberation, from its start to the record of its end. The callers may end it early. */
export async function runDeliberation(
  attempt: StartedAttempt,
  { signal, notify: onProgress }: Subscribers,
  dependencies: EngineDependencies,
): Promise<DeliberationResult> {
  const { clock, logger } = dependencies;
  const { setup, seats, continued } = attempt;
  const earlierMs = continued?.activeMs ?? 0;
  const start = clock.elapsed();
  const activeMs = () => earlierMs + clock.elapsed() - start;
  const lost = new AbortController();
  const limits = limitDeliberation(AbortSignal.any([signal, lost.signal]), secondsLeft(setup.request, earlierMs));
  const run = attempt.openRun({ signal: limits.signal, onLost: () => lost.abort(), activeMs });
  try {
    const finishedRounds = finishedRoundLimits(continued?.facts ?? new Map());
    const forecast = await run.record(RECORD.forecast, attempt.forecast);
    onProgress({
      kind: 'started',
      deliberation_id: setup.deliberationId,
      recorded: attempt.isRecorded,
      participants: seats.map(({ participant }) => participant),
      rounds: setup.request.rounds,
      notice: joinNotices(attempt.notice, forecast.notice),
      estimate: forecast.estimate,
    });
    const input = { setup, seats, forecast, run, limits, onProgress, activeMs, finishedRounds };
    const deliberation = await openDeliberation(input, dependencies);
    const { result, cutShort } = await reachResult(deliberation);
    run.expectOwned();
    const saved = await saveResult(result, deliberation);
    const isInterrupted = cutShort !== null && signal.aborted;
    const status = isInterrupted ? 'interrupted' : saved.status === 'failed' ? 'failed' : 'finished';
    const warning = await run.end({ status, endedBy: cutShort, result: saved });
    onProgress({ kind: 'finished', status: saved.status, interrupted: isInterrupted });
    return warning === null ? saved : withWarnings(saved, [warning]);
  } catch (error) {
    await run.abandon();
    throw continued === undefined ? error : cannotFollow(setup.deliberationId, error, logger);
  } finally {
    limits.release();
  }
}

/** The cap counts all attempts together; one that has used it up is not continued. */
function secondsLeft({ maxSeconds }: CheckedRequest, earlierMs: number): number | undefined {
  return maxSeconds === undefined ? undefined : Math.max(0.001, maxSeconds - earlierMs / 1000);
}

/**
 * Debate, verdict, summary, result. The same for a first attempt, a continued one and a replay: whatever cannot be
 * computed again comes from the run.
 */
export async function reachResult(
  deliberation: Deliberation,
): Promise<{ readonly result: DeliberationResult; readonly cutShort: string | null }> {
  const { id, request, seats, settings, run } = deliberation;
  const debate = await runDebate(deliberation);
  const asVoted = reachVerdict(debate, settings.quorum);
  const [{ summary, verdict }, records] = await Promise.all([
    summarize(deliberation, debate, asVoted),
    readTrackRecords(deliberation),
  ]);
  const cutShort =
    debate.cutShort ??
    (isSummaryCancelled(summary, deliberation) ? 'it was cancelled while the summary was written' : null);
  const caps = { max_seconds: request.maxSeconds, max_cost_usd: request.maxCostUsd };
  const { repeated, warnings } = run.recordSync(RECORD.interruptions, () =>
    run.interruptions(cutShort === null ? null : howToContinue(id, cutShort, caps)),
  );
  // In the order of the panel, so that a replay lists them the same way as the first run.
  const calls = inOrder([...deliberation.budget.entries(), ...entriesOfLostCalls(repeated, seats)], seats);
  const isRemembered = run.recordSync(RECORD.hasMemory, () => deliberation.memory !== undefined);
  const seconds = run.recordSync(RECORD.seconds, () => deliberation.activeMs() / 1000);
  const finished = { debate, verdict, summary, calls, records, isRemembered, seconds };
  const result = composeResult(deliberation, finished);
  const byProject = await run.record(RECORD.projectWarnings, async () => deliberation.projectWarnings ?? [], []);
  const known = repeated.length === 0 ? [] : describeKnownCost(calls, deliberation);
  return {
    result: withWarnings(result, [...byProject, ...warnings, ...known, ...describeEstimatedCost(calls)]),
    cutShort,
  };
}

/** A time cap that is reached during the summary changes nothing about the verdict; a caller that cancels ends it. */
function isSummaryCancelled({ written_by: writer }: Summary, { settings, seats, limits }: Deliberation): boolean {
  const isWanted = settings.summary === 'auto' && seats.some(({ adapter }) => adapter.kind !== 'demo');
  const isCancelled = limits.signal.aborted && limits.reason().kind === 'cancelled';
  return isWanted && isCancelled && writer === EXTRACTED;
}

/** One call of unknown cost makes the sum unknown, but the cost of the others is known. A cap reports this itself. */
function describeKnownCost(calls: readonly LedgerEntry[], { request }: Deliberation): string[] {
  const { usd, callsOfUnknownCost } = addUp(calls);
  if (request.maxCostUsd !== undefined || callsOfUnknownCost === 0 || usd === 0) return [];
  return [`the calls of known cost add up to ${formatUsd(usd)}`];
}

function describeEstimatedCost(calls: readonly LedgerEntry[]): string[] {
  const estimated = calls.filter(({ usage }) => usage.estimatedUsd !== undefined && usage.estimatedUsd > 0);
  if (estimated.length === 0) return [];
  const names = [...new Set(estimated.map(({ participant }) => participant))].join(', ');
  return [`the cost of ${names} is estimated at four characters to a token: the tool reports no usage`];
}

/** Writes the transcript, and the decision where decisions are remembered. */
export async function saveResult(result: DeliberationResult, deliberation: Deliberation): Promise<DeliberationResult> {
  const safe = redactResult(result, deliberation.redactor);
  return rememberDecision(await saveTranscript(safe, deliberation), deliberation);
}

function withWarnings(result: DeliberationResult, warnings: readonly string[]): DeliberationResult {
  if (warnings.length === 0) return result;
  return { ...result, integrity: { ...result.integrity, warnings: [...result.integrity.warnings, ...warnings] } };
}

export function joinNotices(...notices: readonly (string | null)[]): string | null {
  const given = notices.filter((notice) => notice !== null);
  return given.length === 0 ? null : given.join(' ');
}
