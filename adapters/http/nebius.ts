import type { HttpAdapterSettings } from '../../src/models/index.js';
import { askChatWithEffort } from './apis/openai-chat.js';
import type { HttpCallOptions } from './call/http-service.js';
import { createHttpAdapter } from './create-http-adapter.js';

export function createNebiusAdapter(settings: HttpAdapterSettings, name = 'nebius', options?: HttpCallOptions) {
  return createHttpAdapter({ name, keyVariable: 'NEBIUS_API_KEY', ask: askChatWithEffort }, settings, options);
}
