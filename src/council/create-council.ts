import { newDeliberationId } from '../kernel/ids.js';
import { UserError } from '../kernel/user-error.js';
import { checkCap, forecastDebate } from './budget/forecast.js';
import { type CheckedRequest, checkRequest } from './check-request.js';
import type { Council, CouncilDependencies, DeliberateOptions } from './council.js';
import { guarded, type Holding, holdDeliberation, together } from './hold-deliberation.js';
import { choosePanel } from './panel/choose-panel.js';
import type { Seat } from './panel/seat.js';
import { seatPanel } from './panel/seat-panel.js';
import { type Redact, redactSafely } from './redact.js';
import type { DeliberationRequest } from './request.js';
import { resumeDeliberation } from './resume-deliberation.js';
import { beginAttempt } from './runs/open-attempt.js';
import { recordSeat } from './runs/sitting.js';
import { type Caller, createUnderWay } from './runs/under-way.js';

export function createCouncil(dependencies: CouncilDependencies): Council {
  const underWay = createUnderWay();
  const callerOf = ({ signal, onProgress }: DeliberateOptions): Caller => ({
    signal,
    onProgress: guarded(onProgress, dependencies),
  });
  return {
    deliberate: async (request, options = {}) => {
      const { id, holding } = await begin(request, options, dependencies);
      return underWay.host(id, callerOf(options), (held) => holdDeliberation(holding, held, dependencies));
    },
    resume: async (request, options = {}) => {
      refuseWithinCouncil(dependencies);
      return resumeDeliberation(request, callerOf(options), underWay, dependencies);
    },
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
      const { participants, notice } = await choosePanel(dependencies.directory);
      const seats = await seatPanel(participants, dependencies.directory, {});
      return { participants: seats.map(({ participant }) => participant), notice };
    },
  };
}

/** A new deliberation: everything it starts from is settled, and recorded, before anybody is asked. */
async function begin(
  asked: DeliberationRequest,
  options: DeliberateOptions,
  dependencies: CouncilDependencies,
): Promise<{ readonly id: string; readonly holding: Holding }> {
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
  return { id: sitting.deliberationId, holding: { attempt, seats, forecast: async () => forecast, notice } };
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
      ? await choosePanel(directory, { defaultModels, maxCostUsd: request.maxCostUsd })
      : { participants: asked.participants, notice: null };
  return { request, seats: await seatPanel(panel.participants, directory, defaultModels), notice: panel.notice };
}

async function redactRequest(request: CheckedRequest, redact: Redact): Promise<CheckedRequest> {
  const { question, context, ballot } = request;
  return {
    ...request,
    question: await redact(question),
    ballot: await Promise.all(ballot.map(redact)),
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
