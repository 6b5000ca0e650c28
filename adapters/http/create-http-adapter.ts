import type {
  Availability,
  HttpAdapterSettings,
  ModelAdapter,
  ModelRequest,
  NativeSupport,
} from '../../src/models/index.js';
import { withLessEffort } from './apis/effort.js';
import { type Attempt, withEarlier } from './call/attempt.js';
import { keyAvailability } from './call/availability.js';
import type { ModelCall, Send } from './call/exchange.js';
import { createHttpService, type HttpCallOptions, type HttpService } from './call/http-service.js';
import { isLoopback } from './call/open-network.js';
import { callHttp } from './call-http.js';

/** The parts that are specific to one back end. */
export interface HttpVendor {
  readonly name: string;
  /** The environment variable that usually holds the key; absent where no key is needed. */
  readonly keyVariable?: string;
  /** Says what a person can do when nothing answers. */
  readonly unreachableHint?: string;
  readonly supports?: NativeSupport;
  /** One try; `callHttp` repeats it. */
  readonly ask: (call: ModelCall) => Promise<Attempt>;
  /** By default only the key is checked. */
  readonly availability?: (service: HttpService, signal: AbortSignal | undefined) => Promise<Availability>;
}

export function createHttpAdapter(
  vendor: HttpVendor,
  settings: HttpAdapterSettings,
  options?: HttpCallOptions,
): ModelAdapter {
  const { name, keyVariable, supports = {}, unreachableHint = `check the network and base_url of ${name}` } = vendor;
  const service = createHttpService({ name, settings, keyVariable, unreachableHint }, options);
  return {
    name,
    kind: 'http',
    // A local server that needs a key may be a gateway to a paid service.
    isLocal: keyVariable === undefined && settings.apiKey === undefined && isLoopback(settings.baseUrl),
    supports,
    ask: (request) => callHttp(service, request, askWithRoom(vendor, service, request)),
    availability: async (signal) => vendor.availability?.(service, signal) ?? keyAvailability(service),
  };
}

/**
 * Thinking counts toward the length limit. If it left no room for an answer, the model is asked once more to think less,
 * and so it is at every retry: the same thinking would be paid again.
 */
function askWithRoom({ ask, supports }: HttpVendor, service: HttpService, request: ModelRequest) {
  const less = supports?.effort?.(request.model) === true ? withLessEffort(request) : undefined;
  let current = request;
  return async (send: Send): Promise<Attempt> => {
    const attempt = await ask({ send, service, request: current });
    if (attempt.ok || !attempt.error.isCut || less === undefined || current === less) return attempt;
    current = less;
    return withEarlier(await ask({ send, service, request: less }), [attempt.error.usage]);
  };
}
