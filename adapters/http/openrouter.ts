import type { HttpAdapterSettings, ModelAdapter } from '../../src/models/index.js';
import { askChat } from './apis/openai-chat.js';
import { createHttpService, type HttpCallOptions } from './call/http-service.js';
import { keyAvailability } from './call/key-availability.js';
import { callHttp } from './call-http.js';

export function createOpenrouterAdapter(
  settings: HttpAdapterSettings,
  name = 'openrouter',
  options?: HttpCallOptions,
): ModelAdapter {
  const service = createHttpService(
    {
      name,
      settings,
      keyVariable: 'OPENROUTER_API_KEY',
      unreachableRemedy: `check the network and base_url of ${name}`,
    },
    options,
  );
  return {
    name,
    kind: 'http',
    ask: (request) =>
      callHttp(service, request, (send) =>
        askChat(send, service, request, {
          // Only with this does the answer carry its price.
          usage: { include: true },
          ...(request.reasoningEffort !== undefined && { reasoning: { effort: request.reasoningEffort } }),
        }),
      ),
    availability: async () => keyAvailability(service),
  };
}
