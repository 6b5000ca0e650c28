import type { HttpAdapterSettings } from '../../src/models/index.js';
import { askMessages } from './apis/anthropic-messages.js';
import { takesEffort } from './apis/effort.js';
import type { HttpCallOptions } from './call/http-service.js';
import { createHttpAdapter } from './create-http-adapter.js';

export function createAnthropicAdapter(settings: HttpAdapterSettings, name = 'anthropic', options?: HttpCallOptions) {
  const supports = {
    system: true,
    answerSchema: true,
    webSearch: true,
    effort: (model: string) => takesEffort('anthropic', model),
  };
  return createHttpAdapter({ name, keyVariable: 'ANTHROPIC_API_KEY', supports, ask: askMessages }, settings, options);
}
