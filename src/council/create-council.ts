import { newDeliberationId } from '../kernel/ids.js';
import { UserError } from '../kernel/user-error.js';
import { checkCap, type Forecast, forecastDebate } from './budget/forecast.js';
import { type CheckedRequest, checkRequest } from './check-request.js';
import { conductDebate, keepResult } from './conduct-debate.js';
import type { Council, CouncilDependencies, DeliberateOptions } from './council.js';
import { choosePanel } from './panel/choose-panel.js';
import type { Seat } from './panel/seat.js';
import { seatPanel } from './panel/seat-panel.js';
import type { OnProgress } from './progress.js';
import { type Redact, redactSafely } from './redact.js';
import type { DeliberationRequest, ResumeRequest } from './request.js';
import type { DeliberationResult } from './result.js';
import { findToResume } from './runs/find-to-resume.js';
import { type Attempt, beginAttempt, continueAttempt } from './runs/open-attempt.js';
import { recordSeat, restoreSeats, settingsToContinue } from './runs/sitting.js';
import { answerToKeep, latestCalls } from './runs/store/run-record.js';
import type { RunStore } from './runs/store/run-store.js';
import { limitDeliberation } from './time-limits.js';

export function createCouncil(dependencies: CouncilDependencies): Council {
  return {
    deliberate: (request, options = {}) => deliberate(request, options, dependencies),
    resume: (request, options = {}) => resume(request, options, dependencies),
    estimate: async (request, options = {}) => {
      const { request: checked, seats, notice } = await convene(request, options, dependencies);
      const forecast = await forecastDebate(checked, seats, dependencies);
      return {
        participants: seats.map(({ participant }) => participant),
        rounds: checked.rounds,
        estimate: forecast.estimate,
        notice: together(notice, forecast.notice),
      };
    },
    defaultPanel: async () => {
      const { participants, notice } = await choosePanel(dependencies.directory, {});
      const seats = await seatPanel(participants, dependencies.directory, {});
      return { participants: seats.map(({ participant }) => participant), notice };
    },
  };
}

/** A new deliberation: everything it starts from is settled, and recorded, before anybody is asked. */
async function deliberate(
  asked: DeliberationRequest,
  options: DeliberateOptions,
  dependencies: CouncilDependencies,
): Promise<DeliberationResult> {
  const { clock, settings } = dependencies;
  refuseWithinCouncil(dependencies);
  const redact = redactSafely(dependencies.redactor, dependencies.logger);
  const { request: checked, seats, notice } = await convene(asked, options, dependencies);
  const request = await redactRequest(checked, redact);
  const forecast = await forecastDebate(request, seats, dependencies);
  checkCap(request, forecast);
  const now = clock.now();
  const sitting = {
    deliberationId: newDeliberationId(now),
    startedAt: now.toISOString(),
    request,
    seats: seats.map(recordSeat),
    settings,
  };
  const attempt = await beginAttempt(sitting, dependencies);
  return hold({ attempt, seats, forecast: async () => forecast, notice }, options, dependencies);
}

/** Continues where a deliberation was interrupted. */
async function resume(
  asked: ResumeRequest,
  options: DeliberateOptions,
  dependencies: CouncilDependencies,
): Promise<DeliberationResult> {
  refuseWithinCouncil(dependencies);
  const store = await openRuns(dependencies);
  const found = await findToResume(asked, store, redactSafely(dependencies.redactor, dependencies.logger));
  if (found.kind === 'finished') return found.result;
  const { sitting } = found.record;
  // Before it is taken over: what nobody can sit down to is left as it is.
  const seats = await restoreSeats(sitting.seats, dependencies.directory);
  const attempt = await continueAttempt(sitting.deliberationId, found.request, store, dependencies);
  const settings = settingsToContinue(attempt.sitting.settings, dependencies.settings);
  const forecast = () => forecastDebate(found.request, seats, { ...dependencies, settings });
  const resumed = { ...attempt, sitting: { ...attempt.sitting, settings } };
  return hold({ attempt: resumed, seats, forecast, notice: noticeOf(attempt) }, options, dependencies);
}

interface Holding {
  readonly attempt: Attempt;
  readonly seats: readonly Seat[];
  readonly forecast: () => Promise<Forecast>;
  readonly notice: string | null;
}

async function hold(
  { attempt, seats, forecast: foresee, notice }: Holding,
  options: DeliberateOptions,
  dependencies: CouncilDependencies,
): Promise<DeliberationResult> {
  const { clock } = dependencies;
  const { sitting, earlierMs } = attempt;
  const { request, deliberationId } = sitting;
  const onProgress = guarded(options.onProgress, dependencies);
  const start = clock.elapsed();
  const activeMs = () => earlierMs + clock.elapsed() - start;
  const lost = new AbortController();
  const caller = options.signal === undefined ? lost.signal : AbortSignal.any([options.signal, lost.signal]);
  const limits = limitDeliberation(caller, secondsLeft(request, earlierMs));
  const run = attempt.open({ signal: limits.signal, onLost: () => lost.abort(), activeMs });
  try {
    const forecast = await run.fact('forecast', foresee);
    onProgress({
      kind: 'started',
      deliberation_id: deliberationId,
      participants: seats.map(({ participant }) => participant),
      rounds: request.rounds,
      notice: together(notice, forecast.notice),
      estimate: forecast.estimate,
    });
    const conduct = { run, limits, activeMs, onProgress };
    const { result, cutShort } = await conductDebate({ sitting, seats, forecast }, conduct, dependencies);
    run.expectOwned();
    const kept = await keepResult(result, sitting, run, dependencies);
    const isInterrupted = cutShort !== null && options.signal?.aborted === true;
    await run.end(isInterrupted ? 'interrupted' : kept.status === 'failed' ? 'failed' : 'finished', cutShort, kept);
    onProgress({ kind: 'finished', status: kept.status });
    return kept;
  } catch (error) {
    await run.abandon();
    throw error;
  } finally {
    limits.release();
  }
}

/** The cap holds for all attempts together. */
function secondsLeft({ maxSeconds }: CheckedRequest, earlierMs: number): number | undefined {
  return maxSeconds === undefined ? undefined : Math.max(0.001, maxSeconds - earlierMs / 1000);
}

async function openRuns({ runs }: CouncilDependencies): Promise<RunStore> {
  if (runs !== undefined) return runs.open();
  throw new UserError('conflict', 'deliberations are not recorded here, so none can be continued; begin a new one');
}

function noticeOf({ continued }: Attempt): string | null {
  if (continued === undefined) return null;
  const calls = [...latestCalls(continued.calls).values()];
  const kept = calls.filter((call) => answerToKeep(call) !== undefined).length;
  const again = calls.filter((call) => answerToKeep(call) === undefined && call.askedAt !== null).length;
  return `Continued: ${kept} ${kept === 1 ? 'call is' : 'calls are'} kept, ${again} that ${again === 1 ? 'was' : 'were'} under way ${again === 1 ? 'is' : 'are'} made again.`;
}

/** What is asked of whom, before anybody is. */
async function convene(
  asked: DeliberationRequest,
  { defaultModels = {} }: Pick<DeliberateOptions, 'defaultModels'>,
  { settings, directory }: CouncilDependencies,
): Promise<{ readonly request: CheckedRequest; readonly seats: readonly Seat[]; readonly notice: string | null }> {
  const request = await checkRequest(asked, settings);
  const panel =
    asked.participants === undefined
      ? await choosePanel(directory, defaultModels)
      : { participants: asked.participants, notice: null };
  return { request, seats: await seatPanel(panel.participants, directory, defaultModels), notice: panel.notice };
}

function together(...notices: readonly (string | null)[]): string | null {
  const told = notices.filter((notice) => notice !== null);
  return told.length === 0 ? null : told.join(' ');
}

async function redactRequest(request: CheckedRequest, redact: Redact): Promise<CheckedRequest> {
  const { question, context } = request;
  return {
    ...request,
    question: await redact(question),
    context: context === undefined ? undefined : await redact(context),
  };
}

/** A participant that could convene a council of its own would start an endless row of paid calls. */
function refuseWithinCouncil({ isInsideCouncil }: CouncilDependencies): void {
  if (!isInsideCouncil) return;
  throw new UserError(
    'conflict',
    'a participant cannot convene another council; answer the question itself (WITAN_INSIDE_COUNCIL is set)',
  );
}

/** Whoever listens must not be able to stop the deliberation by throwing. */
function guarded(listener: OnProgress | undefined, { logger }: CouncilDependencies): OnProgress {
  return (event) => {
    try {
      listener?.(event);
    } catch (error) {
      logger.log('warn', 'progress_listener_failed', { message: String(error) });
    }
  };
}
