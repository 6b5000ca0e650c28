import { formatCount } from '../../../src/kernel/format-count.js';
import type { Result } from '../../../src/kernel/result.js';
import { type Availability, describeFailure, type ModelFailure } from '../../../src/models/index.js';
import type { FailedAttempt } from './attempt.js';
import { startDeadline } from './deadline.js';
import { createSend, type Send } from './exchange.js';
import { getKey, type HttpService, hideKey, keyName } from './http-service.js';
import { getAddress } from './open-network.js';
import { precheck, precheckAddress } from './precheck.js';

/** For cloud services: only checks the key, because asking the service would take time and reveal the user. */
export function keyAvailability(service: HttpService): Availability {
  const name = keyName(service);
  if (getKey(service) === undefined) {
    return { available: false, reason: `${name} is not set`, remedy: `set ${name} to a key of ${service.name}` };
  }
  const problem = precheckAddress(service);
  if (problem === undefined) return { available: true, detail: `${name} is set` };
  const { address, detail, remedy } = problem;
  return { available: false, reason: `${address} cannot be reached (${detail})`, remedy };
}

/** The models of a server that can answer questions. */
export type ListModels = (send: Send, service: HttpService) => Promise<Result<readonly string[], FailedAttempt>>;

/**
 * `isRefused`: the server would not answer a question either. `hasNoList`: it answers, but does not know the address of
 * the list.
 */
type ServerAvailability = Availability & { readonly isRefused?: true; readonly hasNoList?: true };

/** For local servers: whether one answers, and with which models. */
export function serverAvailability(listModels: ListModels, noModelHint: string) {
  return async (
    service: HttpService,
    signal: AbortSignal = new AbortController().signal,
    waitMs = MAX_WAIT_MS,
  ): Promise<ServerAvailability> => {
    const problem = precheck(service, { model: 'any', prompt: '', workingDirectory: '', signal });
    if (problem !== undefined) return unavailable(service, problem);
    const address = getAddress(service.settings.baseUrl);
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
      return {
        available: true,
        detail: `${address}, ${formatCount(models.value.length, 'model')}`,
        models: models.value,
      };
    } finally {
      deadline.release();
    }
  };
}

function unavailable(service: HttpService, failure: ModelFailure): ServerAvailability {
  if (failure.kind === 'unreachable') {
    const { address, detail, remedy: fix } = failure;
    return { available: false, reason: `${address} does not answer (${detail})`, remedy: fix, isRefused: true };
  }
  if (failure.kind === 'not_logged_in') {
    return { available: false, reason: 'not logged in', remedy: hideKey(service, failure.remedy), isRefused: true };
  }
  const fix = `check ${getAddress(service.settings.baseUrl)}`;
  const reason = hideKey(service, describeFailure(failure));
  const status = 'status' in failure ? failure.status : undefined;
  const hasNoList = failure.kind === 'unknown_model' || NO_LIST.has(status ?? 0);
  const isRedirected = status !== undefined && status >= 300 && status < 400;
  return {
    available: false,
    reason,
    remedy: fix,
    ...(hasNoList && { hasNoList }),
    ...(isRedirected && { isRefused: true }),
  };
}

/** Not found, wrong method, gone, not implemented: the server does not know the address of the list. */
const NO_LIST: ReadonlySet<number> = new Set([404, 405, 410, 501]);

/** A local server answers in a few milliseconds, and one that hangs must not delay everything else. */
const MAX_WAIT_MS = 500;
