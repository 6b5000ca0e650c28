import type { Availability } from '../../../src/models/index.js';
import { type HttpService, keyName, keyOf } from './http-service.js';
import { precheckAddress } from './precheck.js';

/** For services in the cloud: the key tells enough, and asking the service would cost time and tell it about us. */
export function keyAvailability(service: HttpService): Availability {
  const name = keyName(service);
  if (keyOf(service) === undefined) {
    return { available: false, reason: `${name} is not set`, remedy: `set ${name} to a key of ${service.name}` };
  }
  const problem = precheckAddress(service);
  if (problem === undefined) return { available: true, detail: `${name} is set` };
  const { address, detail, remedy } = problem;
  return { available: false, reason: `${address} cannot be reached (${detail})`, remedy };
}
