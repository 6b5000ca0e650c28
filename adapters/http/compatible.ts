import type { Availability, HttpAdapterSettings } from '../../src/models/index.js';
import { askMessages } from './apis/anthropic-messages.js';
import { takesEffort } from './apis/effort.js';
import { listOpenaiModels } from './apis/list-models.js';
import { askChatWithEffort } from './apis/openai-chat.js';
import type { Attempt } from './call/attempt.js';
import { keyAvailability, serverAvailability } from './call/availability.js';
import type { ModelCall } from './call/exchange.js';
import { getKey, type HttpCallOptions, type HttpService } from './call/http-service.js';
import { getAddress, isLoopback } from './call/open-network.js';
import { createHttpAdapter } from './create-http-adapter.js';
import { createOllamaAdapter } from './ollama.js';

/** A back end without its own adapter; the settings name the API that it speaks. */
export function createCompatibleAdapter(settings: HttpAdapterSettings, name = 'compatible', options?: HttpCallOptions) {
  if (settings.api === 'ollama') return createOllamaAdapter(settings, name, options);
  const vendor = {
    name,
    unreachableHint: `check that it runs, and base_url of ${name}`,
    supports: settings.api === 'anthropic' ? { system: true, effort: hasEffort } : {},
    ask: settings.api === 'anthropic' ? askMessagesWithPlainKey : askChatWithEffort,
    availability: keyOrServerAvailability,
  };
  return createHttpAdapter(vendor, settings, options);
}

function hasEffort(model: string): boolean {
  return takesEffort('anthropic', model);
}

/** A configured key means that the server needs one. The server lists its models, so none need to be configured. */
async function keyOrServerAvailability(service: HttpService, signal: AbortSignal | undefined): Promise<Availability> {
  const { apiKey, api, baseUrl } = service.settings;
  const byKey = apiKey === undefined ? undefined : keyAvailability(service);
  // The Anthropic API expects the key in another header, so a refused list would prove nothing.
  if (byKey !== undefined && (!byKey.available || api === 'anthropic')) return byKey;
  const isNear = apiKey === undefined && isLoopback(baseUrl);
  const list = serverAvailability(listOpenaiModels, `load a model in ${service.name}`);
  const listed = await list(service, signal, isNear ? undefined : SERVICE_WAIT_MS);
  const canAnswer = byKey === undefined ? listed.hasNoList : !listed.isRefused;
  if (listed.available || !canAnswer) return listed;
  const found = byKey?.available === true ? byKey.detail : getAddress(baseUrl);
  const problem = listed.hasNoList === true ? 'no list of models' : 'its list of models cannot be read';
  const fix = `add a model with \`witan models add ${service.name} --model <id>\``;
  return { available: true, detail: `${found}, ${problem} (${listed.reason}); ${fix}` };
}

/** A remote service takes longer than a local server. */
const SERVICE_WAIT_MS = 1_500;

/** Gateways with an older version of the API expect the key in this header, and reject a schema. */
function askMessagesWithPlainKey(call: ModelCall): Promise<Attempt> {
  const key = getKey(call.service);
  return askMessages(call, { headers: key === undefined ? {} : { 'x-api-key': key }, hasNoSchemas: true });
}
