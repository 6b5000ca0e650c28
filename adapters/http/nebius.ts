import type { HttpAdapterSettings, ModelAdapter } from '../../src/models/index.js';
import { askChat, reasoningEffort } from './apis/openai-chat.js';
import { createHttpService, type HttpCallOptions } from './call/http-service.js';
import { keyAvailability } from './call/key-availability.js';
import { callHttp } from './call-http.js';

export function createNebiusAdapter(
  settings: HttpAdapterSettings,
  name = 'nebius',
  options?: HttpCallOptions,
): ModelAdapter {
  const service = createHttpService(
    {
      name,
      settings,
      keyVariable: 'NEBIUS_API_KEY',
      unreachableRemedy: `check the network and base_url of ${name}`,
    },
    options,
  );
  return {
    name,
    kind: 'http',
    ask: (request) => callHttp(service, request, (send) => askChat(send, service, request, reasoningEffort(request))),
    availability: async () => keyAvailability(service),
  };
}
