import { type Budget, openBudget } from './budget/budget.js';
import type { Forecast } from './budget/forecast.js';
import { addUp, entriesOfLostCalls } from './budget/ledger.js';
import type { EngineDependencies } from './contract/council.js';
import type { Recollection } from './contract/council-memory.js';
import type { OnProgress } from './contract/progress.js';
import type { CheckedRequest } from './contract/request.js';
import type { CouncilSettings } from './contract/settings.js';
import { type Evidence, openEvidence } from './evidence/open-evidence.js';
import { recallPast } from './memory.js';
import type { Seat } from './panel/seat.js';
import { RECORD } from './record/record-keys.js';
import { type RoundLimits, type Run, roundLimits } from './record/run.js';
import { type Redact, redactSafely } from './redact.js';
import type { DeliberationSetup } from './runs/setup.js';
import type { TimeLimits } from './time-limits.js';

/** Everything that one deliberation works with. Made once per attempt, then passed along. */
export interface Deliberation extends Omit<EngineDependencies, 'history' | 'isInsideCouncil'> {
  readonly id: string;
  readonly startedAt: Date;
  readonly request: CheckedRequest;
  /** All participants, also those who are asked only if two of them do not settle the question. */
  readonly seats: readonly Seat[];
  readonly settings: CouncilSettings;
  readonly forecast: Forecast;
  /** The record of this deliberation: it knows the answers of earlier attempts. */
  readonly run: Run;
  readonly budget: Budget;
  readonly limits: TimeLimits;
  readonly redact: Redact;
  readonly onProgress: OnProgress;
  /** The time that it has been running, over all attempts. */
  readonly activeMs: () => number;
  /** The limits of a round: those it was finished with, otherwise those of this attempt. */
  readonly limitsOf: (round: number) => RoundLimits;
  /** Undefined if participants cannot look at the project. */
  readonly evidence: Evidence | undefined;
  /** Why they cannot, although they should; null otherwise. */
  readonly evidenceRefusal: string | null;
  /** What earlier deliberations decided. */
  readonly past: Recollection;
}

export interface DeliberationInput
  extends Pick<Deliberation, 'seats' | 'forecast' | 'run' | 'limits' | 'onProgress' | 'activeMs'> {
  readonly setup: DeliberationSetup;
  readonly finishedRounds: readonly RoundLimits[];
}

/** Opens the project and looks up earlier decisions, so that the debate can start. */
export async function openDeliberation(
  { setup, finishedRounds, ...input }: DeliberationInput,
  dependencies: EngineDependencies,
): Promise<Deliberation> {
  const { deliberationId: id, startedAt, request, settings } = setup;
  const { run, seats, forecast } = input;
  const lost = run.recordSync(RECORD.lostCalls, () => run.lostCalls());
  const opening = {
    ...dependencies,
    ...input,
    id,
    startedAt: new Date(startedAt),
    request,
    settings,
    redact: redactSafely(dependencies.redactor, dependencies.logger),
    budget: openBudget({
      maxCostUsd: request.maxCostUsd,
      past: forecast.past,
      seats: seats.length,
      spentBefore: addUp(entriesOfLostCalls(lost, seats)).usd,
    }),
    limitsOf: (round: number) => finishedRounds[round - 1] ?? roundLimits(settings.evidence),
  };
  const [{ evidence, refusal }, past] = await Promise.all([openEvidence(opening), recallPast(opening)]);
  return { ...opening, evidence, evidenceRefusal: refusal, past };
}
