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
    unreachableHint: `check that it runs, and base_url of ${name}`,
    ask: settings.api === 'anthropic' ? askMessagesWithPlainKey : askChatWithEffort,
    availability: keyOrServerAvailability,
  };
  return createHttpAdapter(vendor, settings, options);
}

/** A configured key means that one is needed. The server itself tells its models, so that none need be configured. */
async function keyOrServerAvailability(service: HttpService, signal: AbortSignal | undefined): Promise<Availability> {
  const { apiKey, api } = service.settings;
  const byServer = serverAvailability(listOpenaiModels, `load a model in ${service.name}`);
  if (apiKey === undefined) return byServer(service, signal);
  const byKey = keyAvailability(service);
  // The Anthropic API takes a key in another header, and a refusal of this one would say nothing.
  if (!byKey.available || api === 'anthropic') return byKey;
  const listed = await byServer(service, signal, SERVICE_WAIT_MS);
  if (listed.available || listed.isRefused) return listed;
  const missing = `no list of models (${listed.reason}); name them under model_registry.${service.name}`;
  return { available: true, detail: `${byKey.detail}, ${missing}` };
}

/** A service elsewhere takes longer than a server on this machine. */
const SERVICE_WAIT_MS = 1_500;

/** Gateways that imitate an older form of the API look for the key in a header of its own. */
function askMessagesWithPlainKey(send: Send, service: HttpService, request: ModelRequest): Promise<Attempt> {
  const key = keyOf(service);
  return askMessages(send, service, request, key === undefined ? {} : { 'x-api-key': key });
}
