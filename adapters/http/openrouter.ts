import type { HttpAdapterSettings } from '../../src/models/index.js';
import { askChat } from './apis/openai-chat.js';
import type { Attempt } from './call/attempt.js';
import type { ModelCall } from './call/exchange.js';
import type { HttpCallOptions } from './call/http-service.js';
import { createHttpAdapter } from './create-http-adapter.js';

export function createOpenrouterAdapter(settings: HttpAdapterSettings, name = 'openrouter', options?: HttpCallOptions) {
  return createHttpAdapter({ name, keyVariable: 'OPENROUTER_API_KEY', ask: askOpenrouter }, settings, options);
}

function askOpenrouter(call: ModelCall): Promise<Attempt> {
  return askChat(call, {
    // Without this the answer has no price.
    usage: { include: true },
    ...(call.request.reasoningEffort !== undefined && { reasoning: { effort: call.request.reasoningEffort } }),
  });
}
