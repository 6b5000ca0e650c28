import { newDeliberationId } from '../kernel/ids.js';
import { UserError } from '../kernel/user-error.js';
import { expectAffordable, forecastDebate } from './budget/forecast.js';
import { checkRequest } from './check-request.js';
import type { Council, DeliberateOptions } from './contract/council.js';
import type { OnProgress } from './contract/progress.js';
import type { CheckedRequest, DeliberationRequest } from './contract/request.js';
import { choosePanel } from './panel/choose-panel.js';
import { recordSeat, type Seat } from './panel/seat.js';
import { seatPanel } from './panel/seat-panel.js';
import { type Redact, redactSafely } from './redact.js';
import { type CouncilDependencies, resumeDeliberation } from './resume-deliberation.js';
import { joinNotices, runDeliberation, type StartedAttempt } from './run-deliberation.js';
import { beginAttempt } from './runs/open-attempt.js';
import { type Caller, createRunningDeliberations } from './runs/running-deliberations.js';

export function createCouncil(dependencies: CouncilDependencies): Council {
  const running = createRunningDeliberations();
  const getCaller = ({ signal, onProgress }: DeliberateOptions): Caller => ({
    signal,
    onProgress: withErrorLogging(onProgress, dependencies),
  });
  return {
    deliberate: async (request, options = {}) => {
      const attempt = await begin(request, options, dependencies);
      return running.start(attempt.setup.deliberationId, getCaller(options), (subscribers) =>
        runDeliberation(attempt, subscribers, dependencies),
      );
    },
    resume: async (request, options = {}) => {
      refuseInsideCouncil(dependencies);
      return resumeDeliberation(request, getCaller(options), { ...dependencies, running });
    },
    estimate: async (request, options = {}) => {
      const { request: checked, seats, notice } = await checkRequestAndPanel(request, options, dependencies);
      const forecast = await forecastDebate(checked, seats, dependencies);
      return {
        participants: seats.map(({ participant }) => participant),
        rounds: checked.rounds,
        estimate: forecast.estimate,
        notice: joinNotices(notice, forecast.notice),
      };
    },
    defaultPanel: async () => {
      const { participants, notice } = await choosePanel(dependencies.directory);
      const seats = await seatPanel(participants, dependencies.directory, {});
      return { participants: seats.map(({ participant }) => participant), notice };
    },
  };
}

/** A new deliberation: everything that it starts from is decided and recorded before a participant is asked. */
async function begin(
  asked: DeliberationRequest,
  options: DeliberateOptions,
  dependencies: CouncilDependencies,
): Promise<StartedAttempt> {
  const { clock, settings } = dependencies;
  refuseInsideCouncil(dependencies);
  const redact = redactSafely(dependencies.redactor, dependencies.logger);
  const { request: checked, seats, notice } = await checkRequestAndPanel(asked, options, dependencies);
  const request = await redactRequest(checked, redact);
  const forecast = await forecastDebate(request, seats, dependencies);
  expectAffordable(request, forecast);
  const now = clock.now();
  const setup = {
    deliberationId: newDeliberationId(now),
    startedAt: now.toISOString(),
    request,
    seats: seats.map(recordSeat),
    settings,
  };
  const attempt = await beginAttempt({ setup, seats, forecast: async () => forecast }, dependencies);
  return { ...attempt, notice };
}

async function checkRequestAndPanel(
  asked: DeliberationRequest,
  { defaultModels = {} }: Pick<DeliberateOptions, 'defaultModels'>,
  { settings, directory }: CouncilDependencies,
): Promise<{ readonly request: CheckedRequest; readonly seats: readonly Seat[]; readonly notice: string | null }> {
  const request = await checkRequest(asked, settings);
  const panel =
    asked.participants === undefined
      ? await choosePanel(directory, { defaultModels, maxCostUsd: request.maxCostUsd })
      : { participants: asked.participants, notice: null };
  return { request, seats: await seatPanel(panel.participants, directory, defaultModels), notice: panel.notice };
}

async function redactRequest(request: CheckedRequest, redact: Redact): Promise<CheckedRequest> {
  const { question, context, ballot } = request;
  return {
    ...request,
    question: await redact(question),
    ballot: await Promise.all(ballot.map((text) => redact(text))),
    context: context === undefined ? undefined : await redact(context),
  };
}

/** A participant that starts another council would start an endless chain of paid calls. */
function refuseInsideCouncil({ isInsideCouncil }: CouncilDependencies): void {
  if (!isInsideCouncil) return;
  throw new UserError(
    'conflict',
    'a participant cannot start another council; answer the question itself (WITAN_INSIDE_COUNCIL is set)',
  );
}

/** A listener that throws must not stop the deliberation. */
function withErrorLogging(
  listener: OnProgress | undefined,
  { logger }: Pick<CouncilDependencies, 'logger'>,
): OnProgress {
  return (event) => {
    try {
      listener?.(event);
    } catch (error) {
      logger.log('warn', 'progress_listener_failed', { message: String(error) });
    }
  };
}
