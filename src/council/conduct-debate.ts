import { dollars } from '../kernel/dollars.js';
import { openBudget } from './budget/budget.js';
import type { Forecast } from './budget/forecast.js';
import { addUp, inOrder, type LedgerEntry } from './budget/ledger.js';
import { composeResult } from './compose-result.js';
import type { CouncilDependencies } from './council.js';
import { holdDebate } from './debate/hold-debate.js';
import { openEvidence } from './evidence/open-evidence.js';
import { readTrackRecords } from './memory/read-track-records.js';
import { NOTHING_RECALLED, recallPast } from './memory/recall-past.js';
import { rememberDecision } from './memory/remember-decision.js';
import type { Seat } from './panel/seat.js';
import type { OnProgress } from './progress.js';
import { redactResult, redactSafely } from './redact.js';
import type { DeliberationResult } from './result.js';
import { howToContinue } from './runs/how-ended.js';
import { limitsInForce, type Stage } from './runs/limits-in-force.js';
import type { RepeatedCall, Run } from './runs/run.js';
import type { Sitting } from './runs/sitting.js';
import type { EvidenceSettings } from './settings.js';
import { EXTRACTED } from './summary/extract-summary.js';
import { summarize } from './summary/summarize.js';
import type { TimeLimits } from './time-limits.js';
import { keepTranscript } from './transcript/keep-transcript.js';
import { reachVerdict } from './verdict/reach-verdict.js';

/** Who sits, what is asked of them, and what it is expected to take. */
export interface Table {
  readonly sitting: Sitting;
  readonly seats: readonly Seat[];
  readonly forecast: Forecast;
  /** Where the sitting's settings are not those that it began with. */
  readonly continued?: { readonly begunWith: EvidenceSettings; readonly stages: readonly Stage[] } | undefined;
}

export interface Conduct {
  readonly run: Run;
  readonly limits: TimeLimits;
  /** How long the deliberation has been at work, over all attempts. */
  readonly activeMs: () => number;
  readonly onProgress: OnProgress;
}

export interface Conducted {
  readonly result: DeliberationResult;
  /** Why it ended before its time; null where it did not. */
  readonly cutShort: string | null;
}

/**
 * A deliberation from its first question to its verdict. The same for a first attempt, one that is continued and a
 * replay: whatever cannot be computed again is asked of the run.
 */
export async function conductDebate(
  { sitting, seats, forecast, continued }: Table,
  { run, limits, activeMs, onProgress }: Conduct,
  given: CouncilDependencies,
): Promise<Conducted> {
  const { deliberationId, request, settings } = sitting;
  const inForce = limitsInForce(continued?.begunWith ?? settings.evidence, continued?.stages ?? [], settings);
  const dependencies = { ...given, settings: inForce.told };
  const redact = redactSafely(dependencies.redactor, dependencies.logger);
  const participants = seats.map(({ participant }) => participant);
  const inVain = run.note('closing/in-vain', () => run.inVain());
  const spentBefore = addUp(unbilled(inVain, seats)).usd;
  const budget = openBudget(request.maxCostUsd, forecast.past, seats.length, spentBefore);
  const [{ evidence, refusal }, past] = await Promise.all([
    openEvidence(request.workingDirectory, limits, redact, { ...given, settings: inForce.kept }, run),
    run.fact(
      'past',
      async () => {
        const recalled = await recallPast(request, limits.signal, dependencies);
        return { ...recalled, text: await redact(recalled.text) };
      },
      NOTHING_RECALLED,
    ),
  ]);
  const followed = evidence && inForce.follow(evidence);
  const means = { redact, budget, run, evidence: followed, evidenceRefusal: refusal, pastDecisions: past.text };
  const debate = await holdDebate(deliberationId, request, seats, limits, onProgress, means, dependencies);
  const asVoted = reachVerdict(debate, settings.quorum);
  const [{ summary, verdict }, records] = await Promise.all([
    summarize(deliberationId, request, debate, asVoted, limits, onProgress, means, dependencies),
    run.fact('track-records', async () => (await readTrackRecords(request.question, dependencies)) ?? null, null),
  ]);
  const cutShort = debate.cutShort ?? (isSummaryCancelled() ? 'it was cancelled while the summary was written' : null);
  const caps = { max_seconds: request.maxSeconds, max_cost_usd: request.maxCostUsd };
  const interruptions = run.note('closing/interruptions', () =>
    run.interruptions(cutShort === null ? null : howToContinue(deliberationId, cutShort, caps)),
  );
  const calls = [...budget.entries(), ...unbilled(interruptions.repeated, seats)];
  const result = composeResult({
    deliberationId,
    request,
    debate,
    verdict,
    summary,
    estimate: forecast.estimate,
    calls,
    refusedCalls: budget.refused(),
    past,
    records: records ?? undefined,
    isRemembered: run.note('closing/remembers', () => dependencies.memory !== undefined),
    seconds: run.note('closing/seconds', () => activeMs() / 1000),
    quorum: settings.quorum,
  });
  const byProject = await run.fact('closing/project', async () => dependencies.projectWarnings ?? [], []);
  const warnings = [...byProject, ...interruptions.warnings, ...knownPart(), ...estimatedPart()];
  return { result: withWarnings(result, warnings), cutShort };

  /** One call of unknown cost makes the sum unknown; what the others come to is known all the same. */
  function knownPart(): string[] {
    const { usd, callsOfUnknownCost } = addUp(inOrder(calls, participants));
    // Where there is a cap, what is said of it tells this.
    const isTold = request.maxCostUsd !== undefined || interruptions.repeated.length === 0;
    if (isTold || callsOfUnknownCost === 0 || usd === 0) return [];
    return [`the calls whose cost is known come to ${dollars(usd)}`];
  }

  function estimatedPart(): string[] {
    const estimated = calls.filter(({ usage }) => usage.estimatedUsd !== undefined && usage.estimatedUsd > 0);
    if (estimated.length === 0) return [];
    const names = [...new Set(estimated.map(({ participant }) => participant))].join(', ');
    return [`the cost of ${names} is estimated at four characters to a token: the tool reports no usage`];
  }

  /** A time cap that is reached then takes nothing from the verdict; whoever cancels wants to hear no more. */
  function isSummaryCancelled(): boolean {
    const isWanted = settings.summary === 'auto' && seats.some(({ adapter }) => adapter.kind !== 'demo');
    const isCancelled = limits.signal.aborted && limits.reason().kind === 'cancelled';
    return isWanted && isCancelled && summary.written_by === EXTRACTED;
  }
}

/** Writes down what a deliberation came to: the transcript, and the decision where decisions are remembered. */
export async function keepResult(
  result: DeliberationResult,
  { startedAt, settings }: Sitting,
  run: Run,
  dependencies: CouncilDependencies,
): Promise<DeliberationResult> {
  const place = { folder: settings.transcriptsFolder, startedAt: new Date(startedAt) };
  const safe = redactResult(result, dependencies.redactor);
  const transcribed = await keepTranscript(safe, place, run, dependencies.logger);
  return rememberDecision(transcribed, dependencies, run);
}

/** A call that was under way when the program was killed may have been billed; mostly nobody knows what. */
function unbilled(repeated: readonly RepeatedCall[], seats: readonly Seat[]): LedgerEntry[] {
  return repeated.map(({ phase, participant, usage = {} }) => ({
    participant,
    role: phase === 'turn' ? 'participant' : 'summary',
    price: seats.find((seat) => seat.participant === participant)?.price,
    usage,
    isFailed: true,
  }));
}

export function withWarnings(result: DeliberationResult, warnings: readonly string[]): DeliberationResult {
  if (warnings.length === 0) return result;
  return { ...result, integrity: { ...result.integrity, warnings: [...result.integrity.warnings, ...warnings] } };
}
