import type { Availability, ModelFailure } from '../../../src/models/index.js';
import { describeFailure } from '../../../src/models/index.js';
import type { ListModels } from '../apis/list-models.js';
import { addressOf } from './address-of.js';
import { startDeadline } from './deadline.js';
import { createSend } from './exchange.js';
import { type HttpService, hideKey } from './http-service.js';
import { precheck } from './precheck.js';

/** `isRefused`: no question would be answered either; otherwise only the list of models is missing. */
type ServerAvailability = Availability & { readonly isRefused?: true };

/** For servers that run nearby: whether one answers, and with which models. */
export function serverAvailability(listModels: ListModels, noModelHint: string) {
  return async (
    service: HttpService,
    signal: AbortSignal = new AbortController().signal,
    waitMs = MAX_WAIT_MS,
  ): Promise<ServerAvailability> => {
    const problem = precheck(service, { model: 'any', prompt: '', workingDirectory: '', signal });
    if (problem !== undefined) return unavailable(service, problem);
    const address = addressOf(service.settings.baseUrl);
    const deadline = startDeadline(waitMs, signal);
    try {
      const models = await listModels(createSend(service, '', deadline.signal), service);
      if (deadline.signal.aborted) {
        return { available: false, reason: `${address} does not answer`, remedy: service.unreachableHint };
      }
      if (!models.ok) return unavailable(service, models.error.failure);
      if (models.value.length === 0) {
        return { available: false, reason: `${address} runs, but has no model`, remedy: noModelHint };
      }
      return { available: true, detail: `${address}, ${countOf(models.value)}`, models: models.value };
    } finally {
      deadline.release();
    }
  };
}

function unavailable(service: HttpService, failure: ModelFailure): ServerAvailability {
  if (failure.kind === 'unreachable') {
    const { address, detail, remedy } = failure;
    return { available: false, reason: `${address} does not answer (${detail})`, remedy, isRefused: true };
  }
  if (failure.kind === 'not_logged_in') {
    return { available: false, reason: 'not logged in', remedy: hideKey(service, failure.remedy), isRefused: true };
  }
  const remedy = `check ${addressOf(service.settings.baseUrl)}`;
  return { available: false, reason: hideKey(service, describeFailure(failure)), remedy };
}

function countOf(models: readonly string[]): string {
  return models.length === 1 ? '1 model' : `${models.length} models`;
}

/** A server on this machine answers in a few milliseconds; one that hangs must not hold up everything else. */
const MAX_WAIT_MS = 500;
