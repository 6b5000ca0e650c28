import { afterEach, describe, expect, it } from 'vitest';
import { createDroidAdapter } from '../../../adapters/cli/droid.js';
import { createAnthropicAdapter } from '../../../adapters/http/anthropic.js';
import type { HttpCallOptions } from '../../../adapters/http/call/http-service.js';
import { createCompatibleAdapter } from '../../../adapters/http/compatible.js';
import { createLmstudioAdapter } from '../../../adapters/http/lmstudio.js';
import { createNebiusAdapter } from '../../../adapters/http/nebius.js';
import { createOllamaAdapter } from '../../../adapters/http/ollama.js';
import { createOpenaiAdapter } from '../../../adapters/http/openai.js';
import { createOpenrouterAdapter } from '../../../adapters/http/openrouter.js';
import type { DeliberationResult } from '../../../src/council/index.js';
import type { HttpAdapterSettings, HttpApi, ModelAdapter } from '../../../src/models/index.js';
import { cliSettings, fixtureMachine, fixturePath } from '../../support/cli-fixture.js';
import { httpSettings } from '../../support/http-vendors.js';
import { answered, type ScriptedModel, SETTINGS, scriptedCouncil, vote } from '../../support/scripted-council.js';
import { type Act, type BillingServer, PRICE, startBillingServer } from './billing-server.js';
import type { Api } from './wire.js';

interface Vendor {
  readonly title: string;
  readonly model: string;
  readonly api: Api;
  readonly speaks?: HttpApi;
  /** Its model is asked to think less if it gave no answer. */
  readonly thinks?: boolean;
  readonly create: (settings: HttpAdapterSettings, name?: string, options?: HttpCallOptions) => ModelAdapter;
}

const VENDORS: readonly Vendor[] = [
  { title: 'openai (chat)', model: 'gpt-4.1', api: 'chat', create: createOpenaiAdapter },
  { title: 'openai (responses)', model: 'gpt-5.1', api: 'responses', thinks: true, create: createOpenaiAdapter },
  { title: 'anthropic', model: 'claude-x', api: 'messages', create: createAnthropicAdapter },
  {
    title: 'anthropic (thinking)',
    model: 'claude-haiku-5-5',
    api: 'messages',
    thinks: true,
    create: createAnthropicAdapter,
  },
  { title: 'ollama', model: 'llama3.2', api: 'ollama', create: createOllamaAdapter },
  { title: 'lmstudio', model: 'qwen3-8b', api: 'chat', create: createLmstudioAdapter },
  { title: 'openrouter', model: 'x/y', api: 'priced chat', create: createOpenrouterAdapter },
  { title: 'nebius', model: 'x/y', api: 'chat', create: createNebiusAdapter },
  { title: 'a custom one (openai)', model: 'm', api: 'chat', speaks: 'openai', create: createCompatibleAdapter },
  { title: 'a custom one (ollama)', model: 'm', api: 'ollama', speaks: 'ollama', create: createCompatibleAdapter },
  {
    title: 'a custom one (anthropic)',
    model: 'm',
    api: 'messages',
    speaks: 'anthropic',
    create: createCompatibleAdapter,
  },
];

const answer = (option = 'SQLite'): Act => ({ kind: 'answer', text: vote(option) });
const LOOK = 'TOOL_REQUEST: {"name": "list_files", "arguments": {"glob": "*"}}';

interface Case {
  readonly title: string;
  readonly act: (prompt: string, request: number) => Act;
  /** How many the server must have received, so that the case is what its title says. */
  readonly requests: number;
  /** What the user reads about it, in addition to the sums. */
  readonly facts?: { readonly failed?: number; readonly retries?: number };
  /** The same for a model that thinks. */
  readonly ofThinking?: Pick<Case, 'requests' | 'facts'>;
}

/** Everything below is billed as the server says, and must be in the ledger to the last token. */
const CASES: readonly Case[] = [
  { title: 'two rounds of answers', requests: 2, act: () => answer() },
  {
    title: 'a rate limit and a server error before the first answer, both unbilled',
    requests: 4,
    act: (_, request) => (request === 1 ? status(429) : request === 2 ? status(500) : answer()),
    facts: { retries: 2 },
  },
  {
    title: 'nothing but rate limits, which cost nothing',
    requests: 6,
    act: () => status(429),
    facts: { failed: 2, retries: 4 },
  },
  { title: 'a key that is not accepted', requests: 1, act: () => status(401), facts: { failed: 1 } },
  {
    title: 'a refusal, and an answer in the second round',
    requests: 2,
    act: (_, request) => (request === 1 ? { kind: 'refusal' } : answer()),
    facts: { failed: 1 },
  },
  {
    title: 'an answer cut before its vote, which is asked for again',
    requests: 3,
    act: (_, request) => (request === 1 ? { kind: 'truncated', text: 'I was about to say' } : answer()),
  },
  {
    title: 'an answer cut before its first word',
    requests: 2,
    act: (_, request) => (request === 1 ? { kind: 'truncated', text: '' } : answer()),
    facts: { failed: 1 },
    ofThinking: { requests: 3, facts: { retries: 1 } },
  },
  { title: 'answers that never hold a vote', requests: 4, act: () => ({ kind: 'answer', text: 'I cannot decide.' }) },
  {
    title: 'an answer that is finished with evidence',
    requests: 4,
    act: (prompt) =>
      prompt.includes('Results of your requests') ? answer() : { kind: 'answer', text: `Let me look.\n\n${LOOK}` },
  },
  {
    title: 'an error after billing in an answer of the 2xx kind, then an answer',
    requests: 3,
    act: (_, request) => (request === 1 ? { kind: 'billed error', status: 200 } : answer()),
    facts: { retries: 1 },
  },
  {
    title: 'a server error after billing, then an answer',
    requests: 3,
    act: (_, request) => (request === 1 ? { kind: 'billed error', status: 500 } : answer()),
    facts: { retries: 1 },
  },
  {
    title: 'a rejection after billing',
    requests: 1,
    act: () => ({ kind: 'billed error', status: 400 }),
    facts: { failed: 1 },
  },
];

let server: BillingServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe.each(VENDORS)('the ledger of $title', (vendor) => {
  it.each(CASES)('equals what was billed for $title', async ({ act, ofThinking, ...plain }) => {
    const { requests, facts } = (vendor.thinks ? ofThinking : undefined) ?? plain;
    const { cost, row } = await deliberate(vendor, act);
    const { book } = expectServer();
    expect({ input: row?.input_tokens, output: row?.output_tokens, usd: row?.usd }).toEqual({
      input: book.inputTokens,
      output: book.outputTokens,
      usd: Math.round(book.usd * 1e9) / 1e9,
    });
    expect(book.requests).toBe(requests);
    expect((row?.calls ?? 0) + (row?.retries ?? 0)).toBe(book.requests);
    expect({ failed: row?.failed_calls, retries: row?.retries }).toEqual({ failed: 0, retries: 0, ...facts });
    // The other participant is free: the whole is what this one was billed.
    expect({ usd: cost.usd, tokens: cost.tokens }).toEqual({
      usd: row?.usd,
      tokens: book.inputTokens + book.outputTokens,
    });
  });

  it('is unknown, and never too small, when a billed answer was lost on the way', async () => {
    const { cost, row } = await deliberate(vendor, (_, request) =>
      request === 1 ? { kind: 'billed and cut' } : answer(),
    );
    expect(expectServer().book.untold).toBe(1);
    expect(cost).toMatchObject({ usd: 'unknown', tokens: 'unknown' });
    expect(row).toMatchObject({ usd: 'unknown', input_tokens: 'unknown', retries: 1 });
  });
});

describe.each(VENDORS)('a cost cap over $title', (vendor) => {
  it('lets no request out that would pass it, and ends in order', async () => {
    // An answer of 1,200 tokens and its prompt come to something over two cents.
    const { result } = await deliberate(vendor, () => answer(), { maxCostUsd: 0.03, answerTokens: 1_200 });
    const { book } = expectServer();
    expect(book.requests).toBe(1);
    expect(book.usd).toBeLessThanOrEqual(0.03);
    expect(result).toMatchObject({
      status: 'partial',
      voting_result: { final_tally: { SQLite: 1, PostgreSQL: 1 } },
      cost: { usd: Math.round(book.usd * 1e9) / 1e9 },
    });
    expect(result.integrity.warnings[0]).toContain('the cost cap of $0.03 leaves no room for another round');
  });
});

describe('the ledger of droid, which ends when it wants more autonomy', () => {
  const FREE = answered(vote('PostgreSQL'), { inputTokens: 0, outputTokens: 0, costUsd: 0 });

  async function deliberateWithDroid(behavior: string) {
    const { environment } = fixtureMachine(behavior);
    const adapter = createDroidAdapter(cliSettings(fixturePath('droid.mjs')), 'droid', environment);
    const droid: ScriptedModel = { script: (request) => adapter.ask(request), models: [{ price: PRICE }] };
    const { council, folder } = await scriptedCouncil({ droid, free: () => FREE }, { voteRetries: 0 });
    const { cost } = await council.deliberate({
      question: 'Should the job queue use PostgreSQL or SQLite?',
      participants: [{ cli: 'droid', model: 'm' }, { cli: 'free' }],
      mode: 'quick',
      working_directory: folder,
    });
    return { cost, row: cost.by_participant.find(({ participant }) => participant === 'm@droid') };
  }

  it('contains the tokens of the one run that was refused', async () => {
    const { row } = await deliberateWithDroid('needs autonomy medium');
    const usd = (60 * PRICE.inputPerMillion + 5 * PRICE.outputPerMillion) / 1e6;
    expect(row).toMatchObject({ calls: 1, retries: 0, input_tokens: 60, output_tokens: 5, usd });
  });

  it('is unknown, and never too small, when it did not say what it used', async () => {
    const { cost, row } = await deliberateWithDroid('needs autonomy low, silently');
    expect(row).toMatchObject({ calls: 1, retries: 0, input_tokens: 'unknown', usd: 'unknown' });
    expect(cost).toMatchObject({ usd: 'unknown', tokens: 'unknown' });
  });
});

describe('the ledger of a summary', () => {
  it('is in its own row', async () => {
    const written = JSON.stringify({ consensus: 'SQLite it is', final_recommendation: 'SQLite' });
    const [vendor] = VENDORS;
    if (vendor === undefined) throw new Error('no vendor');
    const { cost } = await deliberate(
      vendor,
      (prompt) => (prompt.includes('you write its summary') ? { kind: 'answer', text: written } : answer()),
      { summary: 'auto' },
    );
    const { book } = expectServer();
    const own = cost.by_participant.filter(({ participant }) => participant === 'gpt-4.1@billed');
    expect(own.map(({ role, calls }) => [role, calls])).toEqual([
      ['participant', book.requests - 1],
      ['summary', 1],
    ]);
    expect(cost.usd).toBe(Math.round(book.usd * 1e9) / 1e9);
  });
});

interface Choices {
  readonly summary?: 'auto' | 'extractive';
  readonly maxCostUsd?: number;
  readonly answerTokens?: number;
}

/** A whole debate of two rounds with a free participant that always disagrees, through the real engine. */
async function deliberate(
  vendor: Vendor,
  act: Case['act'],
  { summary = 'extractive', maxCostUsd, answerTokens }: Choices = {},
): Promise<{
  result: DeliberationResult;
  cost: DeliberationResult['cost'];
  row: DeliberationResult['cost']['by_participant'][number] | undefined;
}> {
  server = await startBillingServer(vendor.api, act, answerTokens);
  const settings = httpSettings(server.url, { api: vendor.speaks, maxRetries: 2 });
  const adapter = vendor.create(settings, 'billed', { backoffBaseMs: 1 });
  const isPricedByRegistry = vendor.api !== 'priced chat';
  const billed: ScriptedModel = {
    script: (request) => adapter.ask(request),
    models: [{ id: vendor.model, ...(isPricedByRegistry ? { price: PRICE } : {}) }],
  };
  const free = {
    ok: true,
    value: { text: vote('PostgreSQL'), usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 } },
  } as const;
  const { council, folder } = await scriptedCouncil(
    { billed, free: () => free },
    { summary, evidence: { ...SETTINGS.evidence, enabled: true } },
  );
  const result = await council.deliberate({
    question: 'Should the job queue use PostgreSQL or SQLite?',
    participants: [{ cli: 'billed', model: vendor.model }, { cli: 'free' }],
    rounds: 2,
    working_directory: folder,
    ...(maxCostUsd === undefined ? {} : { max_cost_usd: maxCostUsd }),
  });
  const { cost } = result;
  return { result, cost, row: cost.by_participant.find(({ participant }) => participant === `${vendor.model}@billed`) };
}

function status(code: number): Act {
  return { kind: 'status', status: code };
}

function expectServer(): BillingServer {
  if (server === undefined) throw new Error('the server was not started');
  return server;
}
