import type { HttpAdapterSettings, ModelRequest } from '../../src/models/index.js';
import { askChat } from './apis/openai-chat.js';
import { askResponses } from './apis/openai-responses.js';
import type { Attempt } from './call/attempt.js';
import type { Send } from './call/exchange.js';
import type { HttpCallOptions, HttpService } from './call/http-service.js';
import { createHttpAdapter } from './create-http-adapter.js';

export function createOpenaiAdapter(settings: HttpAdapterSettings, name = 'openai', options?: HttpCallOptions) {
  return createHttpAdapter({ name, keyVariable: 'OPENAI_API_KEY', ask: askOpenai }, settings, options);
}

/** Models of the chat kind reject a field for effort, so none is sent to them. */
function askOpenai(send: Send, service: HttpService, request: ModelRequest): Promise<Attempt> {
  if (needsResponses(request.model)) return askResponses(send, service, request);
  return askChat(send, service, request, {}, 'max_completion_tokens');
}

/** Reasoning, pro and codex models; some of them are not offered over Chat Completions at all. */
export function needsResponses(model: string): boolean {
  const id = model.toLowerCase().replace(/^ft:/, '');
  return /^o\d/.test(id) || /^gpt-([5-9]|\d{2})/.test(id) || /-pro(-|$)/.test(id) || id.includes('codex');
}
