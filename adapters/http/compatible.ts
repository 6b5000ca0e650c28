import type { Availability, HttpAdapterSettings, ModelAdapter } from '../../src/models/index.js';
import { askMessages } from './apis/anthropic-messages.js';
import { listOpenaiModels } from './apis/list-models.js';
import { askChat, reasoningEffort } from './apis/openai-chat.js';
import { createHttpService, type HttpCallOptions, type HttpService, keyOf } from './call/http-service.js';
import { keyAvailability } from './call/key-availability.js';
import { serverAvailability } from './call/server-availability.js';
import { callHttp } from './call-http.js';
import { createOllamaAdapter } from './ollama.js';

/** A back end that nobody wrote an adapter for, told only which API it speaks. */
export function createCompatibleAdapter(
  settings: HttpAdapterSettings,
  name = 'compatible',
  options?: HttpCallOptions,
): ModelAdapter {
  if (settings.api === 'ollama') return createOllamaAdapter(settings, name, options);
  const service = createHttpService(
    {
      name,
      settings,
      keyVariable: undefined,
      unreachableRemedy: `check that it runs, and base_url of ${name}`,
    },
    options,
  );
  return {
    name,
    kind: 'http',
    ask: (request) =>
      callHttp(service, request, (send) =>
        settings.api === 'anthropic'
          ? askMessages(send, service, request, plainKeyHeader(service))
          : askChat(send, service, request, reasoningEffort(request)),
      ),
    availability: async (signal) => availabilityOf(service, signal),
  };
}

/** A configured key means that one is needed; without one, only the server itself can tell. */
async function availabilityOf(service: HttpService, signal: AbortSignal | undefined): Promise<Availability> {
  if (service.settings.apiKey !== undefined) return keyAvailability(service);
  return serverAvailability(service, listOpenaiModels, `load a model in ${service.name}`, signal);
}

/** Gateways that imitate an older form of the API look for the key in this header. */
function plainKeyHeader(service: HttpService): Record<string, string> {
  const key = keyOf(service);
  return key === undefined ? {} : { 'x-api-key': key };
}
