import type { HttpAdapterSettings } from '../../src/models/index.js';
import { listOllamaModels } from './apis/list-models.js';
import { askOllama } from './apis/ollama-chat.js';
import { serverAvailability } from './call/availability.js';
import type { HttpCallOptions } from './call/http-service.js';
import { createHttpAdapter } from './create-http-adapter.js';

export function createOllamaAdapter(settings: HttpAdapterSettings, name = 'ollama', options?: HttpCallOptions) {
  const vendor = {
    name,
    unreachableHint: 'start it with `ollama serve`',
    // Its model keeps to the schema without seeing it, so the prompt must have it, too.
    supports: { system: true },
    ask: askOllama,
    availability: serverAvailability(listOllamaModels, 'get one with `ollama pull`'),
  };
  return createHttpAdapter(vendor, settings, options);
}
