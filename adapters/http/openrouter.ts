import type { HttpAdapterSettings, ModelRequest } from '../../src/models/index.js';
import { askChat } from './apis/openai-chat.js';
import type { Attempt } from './call/attempt.js';
import type { Send } from './call/exchange.js';
import type { HttpCallOptions, HttpService } from './call/http-service.js';
import { createHttpAdapter } from './create-http-adapter.js';

export function createOpenrouterAdapter(settings: HttpAdapterSettings, name = 'openrouter', options?: HttpCallOptions) {
  return createHttpAdapter({ name, keyVariable: 'OPENROUTER_API_KEY', ask: askOpenrouter }, settings, options);
}

function askOpenrouter(send: Send, service: HttpService, request: ModelRequest): Promise<Attempt> {
  return askChat(send, service, request, {
    // Only with this does the answer carry its price.
    usage: { include: true },
    ...(request.reasoningEffort !== undefined && { reasoning: { effort: request.reasoningEffort } }),
  });
}
