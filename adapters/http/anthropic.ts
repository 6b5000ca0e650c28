import type { HttpAdapterSettings, ModelAdapter } from '../../src/models/index.js';
import { askMessages } from './apis/anthropic-messages.js';
import { createHttpService, type HttpCallOptions } from './call/http-service.js';
import { keyAvailability } from './call/key-availability.js';
import { callHttp } from './call-http.js';

export function createAnthropicAdapter(
  settings: HttpAdapterSettings,
  name = 'anthropic',
  options?: HttpCallOptions,
): ModelAdapter {
  const service = createHttpService(
    {
      name,
      settings,
      keyVariable: 'ANTHROPIC_API_KEY',
      unreachableRemedy: `check the network and base_url of ${name}`,
    },
    options,
  );
  return {
    name,
    kind: 'http',
    ask: (request) => callHttp(service, request, (send) => askMessages(send, service, request)),
    availability: async () => keyAvailability(service),
  };
}
