import type { HttpAdapterSettings, ModelAdapter } from '../../src/models/index.js';
import { listOpenaiModels } from './apis/list-models.js';
import { askChat, reasoningEffort } from './apis/openai-chat.js';
import { createHttpService, type HttpCallOptions } from './call/http-service.js';
import { serverAvailability } from './call/server-availability.js';
import { callHttp } from './call-http.js';

export function createLmstudioAdapter(
  settings: HttpAdapterSettings,
  name = 'lmstudio',
  options?: HttpCallOptions,
): ModelAdapter {
  const service = createHttpService(
    {
      name,
      settings,
      keyVariable: undefined,
      unreachableRemedy: 'start its server with `lms server start` or in the app under Developer',
    },
    options,
  );
  return {
    name,
    kind: 'http',
    ask: (request) => callHttp(service, request, (send) => askChat(send, service, request, reasoningEffort(request))),
    availability: (signal) => serverAvailability(service, listOpenaiModels, 'get one with `lms get`', signal),
  };
}
