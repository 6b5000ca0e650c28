import type { HttpAdapterSettings } from '../../src/models/index.js';
import { askMessages } from './apis/anthropic-messages.js';
import type { HttpCallOptions } from './call/http-service.js';
import { createHttpAdapter } from './create-http-adapter.js';

export function createAnthropicAdapter(settings: HttpAdapterSettings, name = 'anthropic', options?: HttpCallOptions) {
  return createHttpAdapter({ name, keyVariable: 'ANTHROPIC_API_KEY', ask: askMessages }, settings, options);
}
