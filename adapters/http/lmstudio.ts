import type { HttpAdapterSettings } from '../../src/models/index.js';
import { listOpenaiModels } from './apis/list-models.js';
import { askChatWithEffort } from './apis/openai-chat.js';
import { serverAvailability } from './call/availability.js';
import type { HttpCallOptions } from './call/http-service.js';
import { createHttpAdapter } from './create-http-adapter.js';

export function createLmstudioAdapter(settings: HttpAdapterSettings, name = 'lmstudio', options?: HttpCallOptions) {
  const vendor = {
    name,
    unreachableHint: 'start its server with `lms server start` or in the app under Developer',
    ask: askChatWithEffort,
    availability: serverAvailability(listOpenaiModels, 'get one with `lms get`'),
  };
  return createHttpAdapter(vendor, settings, options);
}
