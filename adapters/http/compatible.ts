import type { Availability, HttpAdapterSettings, ModelRequest } from '../../src/models/index.js';
import { askMessages } from './apis/anthropic-messages.js';
import { listOpenaiModels } from './apis/list-models.js';
import { askChatWithEffort } from './apis/openai-chat.js';
import type { Attempt } from './call/attempt.js';
import type { Send } from './call/exchange.js';
import { type HttpCallOptions, type HttpService, keyOf } from './call/http-service.js';
import { keyAvailability } from './call/key-availability.js';
import { serverAvailability } from './call/server-availability.js';
import { createHttpAdapter } from './create-http-adapter.js';
import { createOllamaAdapter } from './ollama.js';

/** A back end that nobody wrote an adapter for, told only which API it speaks. */
export function createCompatibleAdapter(settings: HttpAdapterSettings, name = 'compatible', options?: HttpCallOptions) {
  if (settings.api === 'ollama') return createOllamaAdapter(settings, name, options);
  const vendor = {
    name,
    unreachableRemedy: `check that it runs, and base_url of ${name}`,
    ask: settings.api === 'anthropic' ? askMessagesWithPlainKey : askChatWithEffort,
    availability: keyOrServerAvailability,
  };
  return createHttpAdapter(vendor, settings, options);
}

/** A configured key means that one is needed; without one, only the server itself can tell. */
async function keyOrServerAvailability(service: HttpService, signal: AbortSignal | undefined): Promise<Availability> {
  if (service.settings.apiKey !== undefined) return keyAvailability(service);
  return serverAvailability(listOpenaiModels, `load a model in ${service.name}`)(service, signal);
}

/** Gateways that imitate an older form of the API look for the key in a header of its own. */
function askMessagesWithPlainKey(send: Send, service: HttpService, request: ModelRequest): Promise<Attempt> {
  const key = keyOf(service);
  return askMessages(send, service, request, key === undefined ? {} : { 'x-api-key': key });
}
