import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createBilling, openCoachModels } from '../../../src/coaching/api/coach-models.js';
import { failure } from '../../../src/kernel/result.js';
import type { LoginState, ModelAdapter, RegisteredModel } from '../../../src/models/index.js';
import { createModelDirectory } from '../../../src/program/model-directory.js';
import { anthropicServer } from '../../support/anthropic-server.js';
import { anthropicAdapter, callApiFixture } from '../../support/call-api-fixture.js';

const isBilled = async () => true;
const AUTO = { haiku: 'auto', sonnet: 'auto' } as const;
const ANSWER = { estimated_difficulty: 'easy' };

interface ToolState {
  readonly isInstalled?: boolean;
  readonly login?: LoginState;
  readonly kind?: ModelAdapter['kind'];
}

/** One that is installed and logged in unless said otherwise; it is never asked. */
function tool(name: string, { isInstalled = true, login = { kind: 'logged_in' }, kind = 'cli' }: ToolState = {}) {
  const adapter: ModelAdapter = {
    name,
    kind,
    ask: async () => failure({ failure: { kind: 'cancelled' }, usage: {} }),
    availability: async () =>
      isInstalled
        ? { available: true, detail: name, models: [`${name}-large`] }
        : { available: false, reason: 'not installed', remedy: 'install it' },
    login: async () => login,
  };
  return adapter;
}

const directoryOf = (...tools: readonly ModelAdapter[]) =>
  createModelDirectory({
    adapters: {},
    modelRegistry: {},
    provided: Object.fromEntries(tools.map((each) => [each.name, each])),
  });

describe('the models of the coach that nothing was configured for', () => {
  const missing = { isInstalled: false };
  const loggedOut = { login: { kind: 'logged_out', remedy: 'log in' } } as const;
  it.each([
    ['the API for which there is a key', [tool('codex'), tool('claude'), tool('anthropic')], 'anthropic'],
    ['the claude CLI without a key', [tool('codex'), tool('anthropic', missing), tool('claude')], 'claude'],
    ['another one if claude is logged out', [tool('claude', loggedOut), tool('codex'), tool('gemini')], 'codex'],
    ['the next one that can be used', [tool('codex', missing), tool('gemini')], 'gemini'],
    ['none if there is only the demo', [tool('demo', { kind: 'demo' }), tool('claude', missing)], undefined],
    ['none if there is no adapter', [], undefined],
  ])('are those of %s', async (_title, tools, expected) => {
    const found = await openCoachModels(directoryOf(...tools), AUTO, isBilled).ofTier('sonnet');
    expect(found?.adapter.name).toBe(expected);
    expect(found?.models.map(({ id }) => id)).toEqual(expected && [`${expected}-large`]);
  });

  it('are looked for again as long as there are none', async () => {
    const tools: Record<string, ModelAdapter> = { codex: tool('codex', missing) };
    const directory = createModelDirectory({ adapters: {}, modelRegistry: {}, provided: tools });
    const models = openCoachModels(directory, AUTO, isBilled);
    expect(await models.ofTier('haiku')).toBeUndefined();
    tools.codex = tool('codex');
    expect((await models.ofTier('haiku'))?.adapter.name).toBe('codex');
  });
});

const model = (id: string, tier: string, enabled = true): RegisteredModel => ({ id, tier, enabled, isDefault: false });
const REGISTERED = [
  model('best', 'deep'),
  model('middle-2', 'balanced'),
  model('off', 'balanced', false),
  model('middle-1', 'balanced'),
  model('small', 'fast'),
];

/** The adapter has the models of the configuration. */
function registered(adapter: ModelAdapter, ...others: readonly ModelAdapter[]) {
  return createModelDirectory({
    adapters: { [adapter.name]: { type: 'demo' } },
    modelRegistry: { [adapter.name]: REGISTERED },
    provided: Object.fromEntries(others.map((each) => [each.name, each])),
    create: async () => adapter,
  });
}

describe('the models of a tier', () => {
  it('are those of the configuration, the nearest tier first and no disabled one', async () => {
    const models = openCoachModels(registered(tool('claude')), AUTO, isBilled);
    const ids = async (tier: 'haiku' | 'sonnet') => (await models.ofTier(tier))?.models.map(({ id }) => id);
    expect(await ids('haiku')).toEqual(['small', 'middle-2', 'middle-1', 'best']);
    expect(await ids('sonnet')).toEqual(['middle-2', 'middle-1', 'small', 'best']);
  });

  it('begin with the configured one, of the configured adapter', async () => {
    const chosen = { haiku: { adapter: 'codex', model: 'own' }, sonnet: { adapter: 'claude', model: 'best' } };
    const models = openCoachModels(registered(tool('claude'), tool('codex')), chosen, isBilled);
    expect((await models.ofTier('haiku'))?.models.map(({ id }) => id)).toEqual(['own', 'codex-large']);
    expect((await models.ofTier('sonnet'))?.models.map(({ id }) => id)).toEqual([
      ...['best', 'middle-2', 'middle-1', 'small'],
    ]);
  });

  it('are not those of another adapter if the configured one cannot be used', async () => {
    const chosen = { ...AUTO, sonnet: { adapter: 'codex', model: 'own' } };
    const models = openCoachModels(
      directoryOf(tool('claude'), tool('codex', { isInstalled: false })),
      chosen,
      isBilled,
    );
    expect(await models.ofTier('sonnet')).toBeUndefined();
    expect((await models.ofTier('haiku'))?.adapter.name).toBe('claude');
  });

  it('are asked one after the other if the API does not know them, which is reported once', async () => {
    const server = await anthropicServer();
    server.answer('coach_agent', ANSWER);
    server.unknownModels.add('middle-2');
    const models = openCoachModels(registered(anthropicAdapter(server)), AUTO, isBilled);
    const { callApi, sessionId, warnings, rows } = await callApiFixture({ models });
    const ask = () =>
      callApi({
        callType: 'coach_agent',
        model: 'sonnet',
        systemPrompt: 'Coach.',
        userMessage: 'A plan.',
        responseSchema: z.object({ estimated_difficulty: z.string() }),
        sessionId,
      });
    expect([await ask(), await ask()]).toEqual([ANSWER, ANSWER]);
    expect(server.calls.map(({ model: id }) => id)).toEqual(['middle-2', 'middle-1', 'middle-1']);
    expect((await rows()).map((row) => row.model)).toEqual(['middle-2', 'middle-1', 'middle-1']);
    expect(warnings).toEqual([
      ['coaching.model_unknown', { adapter: 'anthropic', model: 'middle-2', instead: 'middle-1' }],
    ]);
  });
});

describe('the prices of models that the coach asks', () => {
  const price = (inputPerMillion: number) => ({ inputPerMillion, outputPerMillion: 5 * inputPerMillion });
  const directory = (kind: ModelAdapter['kind']) =>
    createModelDirectory({
      adapters: { own: { type: 'demo' }, other: { type: 'demo' } },
      modelRegistry: {
        own: [
          { ...model('small', 'fast'), price: price(1) },
          { ...model('new', 'fast') },
          { ...model('large', 'balanced'), price: price(4) },
        ],
        other: [{ ...model('dear', 'premium'), price: price(20) }],
      },
      create: async (name) => tool(name, { kind, isInstalled: name === 'own' }),
    });
  const pricesOf = async (kind: ModelAdapter['kind'], capSubscriptions = false) => {
    const made = directory(kind);
    const billed = createBilling(made, { capSubscriptions });
    return (await openCoachModels(made, AUTO, billed).ofTier('haiku'))?.models;
  };

  it('An unknown price is the dearest known one of the adapter, and is marked.', async () => {
    expect(await pricesOf('http')).toEqual([
      { id: 'small', price: price(1) },
      { id: 'new', price: price(4), isEstimated: true },
      { id: 'large', price: price(4) },
    ]);
  });

  it('A model of an adapter without any price has the dearest one of all.', async () => {
    const made = directory('http');
    const unlisted = {
      ...made,
      models: (name: string) => (name === 'own' ? [model('new', 'fast')] : made.models(name)),
    };
    const found = await openCoachModels(unlisted, AUTO, isBilled).ofTier('haiku');
    expect(found?.models).toEqual([{ id: 'new', price: price(20), isEstimated: true }]);
  });

  it('A CLI is part of a subscription and free, unless the person counts its dollars.', async () => {
    expect((await pricesOf('cli'))?.map((each) => each.price?.inputPerMillion)).toEqual([0, 0, 0]);
    expect((await pricesOf('cli', true))?.map((each) => each.price?.inputPerMillion)).toEqual([1, 4, 4]);
  });
});
