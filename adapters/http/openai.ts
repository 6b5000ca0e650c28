import type { HttpAdapterSettings, ModelAdapter } from '../../src/models/index.js';
import { askChat } from './apis/openai-chat.js';
import { askResponses } from './apis/openai-responses.js';
import { createHttpService, type HttpCallOptions } from './call/http-service.js';
import { keyAvailability } from './call/key-availability.js';
import { callHttp } from './call-http.js';

export function createOpenaiAdapter(
  settings: HttpAdapterSettings,
  name = 'openai',
  options?: HttpCallOptions,
): ModelAdapter {
  const service = createHttpService(
    {
      name,
      settings,
      keyVariable: 'OPENAI_API_KEY',
      unreachableRemedy: `check the network and base_url of ${name}`,
    },
    options,
  );
  return {
    name,
    kind: 'http',
    ask: (request) =>
      callHttp(service, request, (send) =>
        needsResponses(request.model) ? askResponses(send, service, request) : askChat(send, service, request),
      ),
    availability: async () => keyAvailability(service),
  };
}

/** Reasoning, pro and codex models; some of them are not offered over Chat Completions at all. */
export function needsResponses(model: string): boolean {
  const id = model.toLowerCase().replace(/^ft:/, '');
  return /^o\d/.test(id) || /^gpt-([5-9]|\d{2})/.test(id) || /-pro(-|$)/.test(id) || id.includes('codex');
}
