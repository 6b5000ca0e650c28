import type { Availability, HttpAdapterSettings } from '../../src/models/index.js';
import { askMessages } from './apis/anthropic-messages.js';
import { listOpenaiModels } from './apis/list-models.js';
import { askChatWithEffort } from './apis/openai-chat.js';
import type { Attempt } from './call/attempt.js';
import { keyAvailability, serverAvailability } from './call/availability.js';
import type { ModelCall } from './call/exchange.js';
import { type HttpCallOptions, type HttpService, keyOf } from './call/http-service.js';
import { createHttpAdapter } from './create-http-adapter.js';
import { createOllamaAdapter } from './ollama.js';

/** A back end without its own adapter; the settings name the API that it speaks. */
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

/** A configured key means that the server needs one. The server lists its models, so none need to be configured. */
async function keyOrServerAvailability(service: HttpService, signal: AbortSignal | undefined): Promise<Availability> {
  const { apiKey, api } = service.settings;
  const byServer = serverAvailability(listOpenaiModels, `load a model in ${service.name}`);
  if (apiKey === undefined) return byServer(service, signal);
  const byKey = keyAvailability(service);
  // The Anthropic API expects the key in another header, so a refused list would prove nothing.
  if (!byKey.available || api === 'anthropic') return byKey;
  const listed = await byServer(service, signal, SERVICE_WAIT_MS);
  if (listed.available || listed.isRefused) return listed;
  const missing = `no list of models (${listed.reason}); add one with \`witan models add ${service.name} --model <id>\``;
  return { available: true, detail: `${byKey.detail}, ${missing}` };
}

/** A remote service takes longer than a local server. */
const SERVICE_WAIT_MS = 1_500;

/** Gateways with an older version of the API expect the key in this header. */
function askMessagesWithPlainKey(call: ModelCall): Promise<Attempt> {
  const key = keyOf(call.service);
  return askMessages(call, key === undefined ? {} : { 'x-api-key': key });
}
