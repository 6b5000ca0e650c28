import type { Availability } from '../../../src/models/index.js';
import { describeFailure } from '../../../src/models/index.js';
import type { ListModels } from '../apis/list-models.js';
import { addressOf } from './classify-network-error.js';
import { startDeadline } from './deadline.js';
import { createSend } from './exchange.js';
import { findObstacle } from './find-obstacle.js';
import { type HttpService, hideKey } from './http-service.js';

/** For servers that run nearby: whether one answers, and with which models. */
export async function serverAvailability(
  service: HttpService,
  listModels: ListModels,
  noModelRemedy: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<Availability> {
  const address = addressOf(service.settings.baseUrl);
  const remedy = service.unreachableRemedy;
  const obstacle = findObstacle(service, { model: 'any', prompt: '', workingDirectory: '', signal });
  if (obstacle !== undefined) return { available: false, reason: describeFailure(obstacle), remedy };
  const deadline = startDeadline(LONGEST_WAIT_MS, signal);
  try {
    const models = await listModels(createSend(service, '', deadline.signal), service);
    if (deadline.signal.aborted) return { available: false, reason: `${address} does not answer`, remedy };
    if (!models.ok) {
      const { failure } = models.error;
      if (failure.kind === 'unreachable') {
        return { available: false, reason: `${address} does not answer (${failure.detail})`, remedy };
      }
      return { available: false, reason: hideKey(service, describeFailure(failure)), remedy: `check ${address}` };
    }
    if (models.value.length === 0) {
      return { available: false, reason: `${address} runs, but has no model`, remedy: noModelRemedy };
    }
    return { available: true, detail: `${address}, ${countOf(models.value)}`, models: models.value };
  } finally {
    deadline.release();
  }
}

function countOf(models: readonly string[]): string {
  return models.length === 1 ? '1 model' : `${models.length} models`;
}

/** A server on this machine answers in a few milliseconds; one that hangs must not hold up everything else. */
const LONGEST_WAIT_MS = 500;
