import type { HttpAdapterSettings } from '../../src/models/index.js';
import { takesEffort } from './apis/effort.js';
import { askChat } from './apis/openai-chat.js';
import { askResponses } from './apis/openai-responses.js';
import type { Attempt } from './call/attempt.js';
import type { ModelCall } from './call/exchange.js';
import type { HttpCallOptions } from './call/http-service.js';
import { createHttpAdapter } from './create-http-adapter.js';

export function createOpenaiAdapter(settings: HttpAdapterSettings, name = 'openai', options?: HttpCallOptions) {
  const supports = { effort: (model: string) => takesEffort('openai', model) };
  return createHttpAdapter({ name, keyVariable: 'OPENAI_API_KEY', supports, ask: askOpenai }, settings, options);
}

/** Chat models reject a reasoning effort, so none is sent. */
function askOpenai(call: ModelCall): Promise<Attempt> {
  if (needsResponses(call.request.model)) return askResponses(call);
  return askChat(call, {}, 'max_completion_tokens');
}

/** Reasoning, pro and codex models; some are not available over Chat Completions. */
export function needsResponses(model: string): boolean {
  const id = model.toLowerCase().replace(/^ft:/, '');
  return /^o\d/.test(id) || /^gpt-([5-9]|\d{2})/.test(id) || /-pro(-|$)/.test(id) || id.includes('codex');
}
