import type { Availability, HttpAdapterSettings, ModelAdapter, ModelRequest } from '../../src/models/index.js';
import type { Attempt } from './call/attempt.js';
import type { Send } from './call/exchange.js';
import { createHttpService, type HttpCallOptions, type HttpService } from './call/http-service.js';
import { keyAvailability } from './call/key-availability.js';
import { isLoopback } from './call/open-network.js';
import { callHttp } from './call-http.js';

/** What sets one back end apart from the others. */
export interface HttpVendor {
  readonly name: string;
  /** The environment variable that usually holds the key; absent where no key is needed. */
  readonly keyVariable?: string;
  /** What a person can do when nothing answers. */
  readonly unreachableHint?: string;
  /** One try; the shared policy repeats it. */
  readonly ask: (send: Send, service: HttpService, request: ModelRequest) => Promise<Attempt>;
  /** Without one of its own, the key tells. */
  readonly availability?: (service: HttpService, signal: AbortSignal | undefined) => Promise<Availability>;
}

export function createHttpAdapter(
  vendor: HttpVendor,
  settings: HttpAdapterSettings,
  options?: HttpCallOptions,
): ModelAdapter {
  const { name, keyVariable, unreachableHint = `check the network and base_url of ${name}` } = vendor;
  const service = createHttpService({ name, settings, keyVariable, unreachableHint }, options);
  return {
    name,
    kind: 'http',
    // A server nearby that asks for a key may be a gateway to a paid service.
    isLocal: keyVariable === undefined && settings.apiKey === undefined && isLoopback(settings.baseUrl),
    ask: (request) => callHttp(service, request, (send) => vendor.ask(send, service, request)),
    availability: async (signal) => vendor.availability?.(service, signal) ?? keyAvailability(service),
  };
}
