import { onTestFinished } from 'vitest';
import { createAnthropicAdapter } from '../../adapters/http/anthropic.js';
import { type CallApiDependencies, createCallApi } from '../../src/coaching/api/create-call-api.js';
import { openWorkbench } from '../../src/coaching/workspace/workbench.js';
import { type ModelAdapter, Secret } from '../../src/models/index.js';
import { type AnthropicServer, anthropicServer } from './anthropic-server.js';
import { coachingIn, startSession } from './coaching-fixture.js';

/** In US dollars per million tokens. */
const PRICES = {
  haiku: { inputPerMillion: 1, outputPerMillion: 5 },
  sonnet: { inputPerMillion: 3, outputPerMillion: 15 },
};

/** `callApi` with a real adapter, real databases and Anthropic's API on this machine. */
export async function callApiFixture(changed: Partial<CallApiDependencies> & { readonly timeoutMs?: number } = {}) {
  const { timeoutMs = 10_000, ...dependencies } = changed;
  const server = await anthropicServer();
  const data = await coachingIn();
  const workbench = await openWorkbench({ folder: data.folder });
  onTestFinished(() => workbench.close());
  const warnings: (readonly [event: string, details: unknown])[] = [];
  const logger = { log: (_level: string, event: string, details?: unknown) => void warnings.push([event, details]) };
  const run = () =>
    createCallApi({
      apiCallLog: data.apiCallLog,
      models: coachModels(anthropicAdapter(server, timeoutMs)),
      workbench,
      clock: data.clock,
      logger,
      dailyCapUsd: 2,
      workingDirectory: data.folder,
      ...dependencies,
    });
  const session = await startSession(data.store);
  return {
    ...{ server, data, workbench, warnings, sessionId: session.id },
    ...run(),
    /** As after a restart of the program. */
    anotherRun: run,
    /** The rows of `api_call_log`, the oldest first. */
    rows: () => data.database.queries.selectFrom('api_call_log').selectAll().execute(),
  };
}

export function anthropicAdapter({ url }: Pick<AnthropicServer, 'url'>, timeoutMs = 10_000): ModelAdapter {
  const apiKey = new Secret('ANTHROPIC_API_KEY', () => 'sk-loopback');
  const settings = { type: 'http', baseUrl: url, apiKey, timeoutMs, maxRetries: 2, api: undefined } as const;
  return createAnthropicAdapter(settings, 'anthropic', { backoffBaseMs: 1 });
}

export function coachModels(adapter: ModelAdapter): CallApiDependencies['models'] {
  return {
    ofTier: async (tier) => ({
      adapter,
      models: [
        { id: `claude-${tier}-5`, price: PRICES[tier] },
        { id: `claude-${tier}-4`, price: PRICES[tier] },
      ],
    }),
  };
}
