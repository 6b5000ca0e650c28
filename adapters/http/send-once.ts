import { failure, type Result } from '../../src/kernel/result.js';
import { describeFailure, type ModelFailure } from '../../src/models/index.js';
import { createSend, type HttpAnswer, type HttpCall } from './call/exchange.js';
import { createHttpService } from './call/http-service.js';
import { openNetwork } from './call/open-network.js';

export interface SendOnceFailure {
  readonly kind: ModelFailure['kind'];
  readonly message: string;
}

/**
 * One request that is not a question to a participant, with the limits of adapters: no redirects, a limited answer, one
 * deadline. Never rejects.
 */
export async function sendOnce(
  call: HttpCall,
  server: Server,
  signal: AbortSignal,
): Promise<Result<HttpAnswer, SendOnceFailure>> {
  const network = openNetwork(call.url);
  if (!network.ok) return failed(network.error, server);
  const description = { ...server, settings: settingsFor(call.url), keyVariable: undefined };
  const service = createHttpService(description, { dispatcher: network.value });
  try {
    const answer = await createSend(service, '', signal)(call);
    return answer.ok ? answer : failed(answer.error.failure, server);
  } finally {
    // A server that keeps sending must not keep a connection.
    await network.value.destroy().catch(() => undefined);
  }
}

interface Server {
  readonly name: string;
  /** Says what the user can do if it does not run. */
  readonly unreachableHint: string;
}

function settingsFor(baseUrl: string) {
  return { type: 'http', baseUrl, apiKey: undefined, timeoutMs: 0, maxRetries: 0, api: undefined } as const;
}

function failed(cause: ModelFailure, server: Server): Result<never, SendOnceFailure> {
  // The caller's signal sets the time limit, so its length is not known here.
  const late = `no complete answer in time; if it does not run: ${server.unreachableHint}`;
  const message = cause.kind === 'timeout' ? late : describeFailure(cause);
  return failure({ kind: cause.kind, message });
}
