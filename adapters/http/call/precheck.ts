import type { ModelFailure, ModelRequest } from '../../../src/models/index.js';
import { getKey, type HttpService, keyName } from './http-service.js';
import type { Unreachable } from './open-network.js';

/** Why a call cannot succeed; undefined if it may. */
export function precheck(service: HttpService, request: ModelRequest): ModelFailure | undefined {
  if (request.signal.aborted) return { kind: 'cancelled' };
  if (request.model === '') {
    return { kind: 'unknown_model', model: '(none)', detail: `name a model: ${service.name}:<model>` };
  }
  if (request.model.startsWith('-')) {
    return { kind: 'unknown_model', model: request.model, detail: 'a model id may not begin with "-"' };
  }
  return precheckAddress(service) ?? precheckKey(service);
}

/** Checks the address and the proxy. */
export function precheckAddress(service: HttpService): Unreachable | undefined {
  if (!/^https?:\/\//i.test(service.settings.baseUrl) || !URL.canParse(service.settings.baseUrl)) {
    const fix = `correct base_url of ${service.name}`;
    return { kind: 'unreachable', address: 'base_url', detail: 'it is not an http address', remedy: fix };
  }
  const network = service.network();
  return network.ok ? undefined : network.error;
}

function precheckKey(service: HttpService): ModelFailure | undefined {
  const key = getKey(service);
  if (key === undefined) {
    if (service.keyVariable === undefined) return undefined;
    return { kind: 'not_logged_in', remedy: `${keyName(service)} is not set; set it to a key of ${service.name}` };
  }
  if (/[^\x21-\x7e]/.test(key)) {
    return { kind: 'not_logged_in', remedy: `${keyName(service)} holds characters that no key has; set it again` };
  }
  return undefined;
}
