import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDemoAdapter } from '../../adapters/demo/demo.js';
import { askStructured, type ModelAdapter, toAnswerSchema } from '../../src/models/index.js';
import { cliSettings, fixtureMachine } from '../support/cli-fixture.js';
import { cliVendors } from '../support/cli-vendors.js';
import { HTTP_VENDORS, httpSettings } from '../support/http-vendors.js';
import { type LoopbackModelServer, startLoopbackModelServer } from '../support/loopback-model-server.js';
import { processesWith, waitUntil } from '../support/running-processes.js';
import { ANSWER_TOKENS, letThink, PROMPT_TOKENS, THINKING_TOKENS, THINKING_VENDORS } from '../support/thinking-api.js';

const Drink = z.object({ drink: z.string(), cups: z.int().positive() });
const TEA = '{"drink":"tea @home","cups":2}';
const WRONG = '{"drink":"tea","cups":0}';

/** What the back end does: texts in their order, or a way to give none. */
type Script = readonly string[] | 'refusal' | 'truncation' | 'silence';

interface Backend {
  readonly adapter: ModelAdapter;
  /** What the back end was sent so far, one text per question. */
  asked(): readonly string[];
  /** Settles when it was asked and does not answer. */
  isWaiting(): Promise<void>;
  /** Settles when nothing of the question is left. */
  isFree(): Promise<void>;
}

interface Vendor {
  readonly title: string;
  readonly model: string;
  /** Of one answer; empty if the tool reports none. */
  readonly usage: { readonly inputTokens?: number; readonly outputTokens?: number };
  readonly canRefuse: boolean;
  /** Of a cut answer; tools that fail report none. */
  readonly cutUsage: Vendor['usage'];
  readonly start: (script: Script) => Promise<Backend>;
}

const servers: LoopbackModelServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

const vendors: readonly Vendor[] = [
  ...HTTP_VENDORS.map(({ title, model, api, create, wire }) => ({
    title,
    model,
    usage: { inputTokens: 11, outputTokens: 7 },
    canRefuse: wire.refusal !== undefined,
    cutUsage: { inputTokens: 11, outputTokens: 7 },
    async start(script: Script): Promise<Backend> {
      const server = await startLoopbackModelServer();
      servers.push(server);
      if (script === 'silence') server.script({ hold: true });
      else if (script === 'refusal') server.script({ body: wire.refusal });
      else if (script === 'truncation') server.script({ body: wire.cut(TEA.slice(0, 12)) });
      else server.script(...script.map((text) => ({ body: wire.answer(text) })));
      return {
        adapter: create(httpSettings(server.url, { api }), 'tested', { backoffBaseMs: 1 }),
        asked: () => server.asked.map(({ body }) => JSON.stringify(body)),
        isWaiting: () => waitUntil('the question', () => server.asked.length === 1),
        isFree: () => waitUntil('the connection is closed', () => server.asked[0]?.wasAbandoned === true),
      };
    },
  })),
  ...cliVendors.map((vendor) => ({
    title: vendor.name,
    model: vendor.model,
    usage: vendor.reportsUsage ? { inputTokens: 60, outputTokens: 5 } : {},
    canRefuse: true,
    cutUsage: {},
    async start(script: Script): Promise<Backend> {
      const machine = fixtureMachine(typeof script === 'string' ? BEHAVIOR[script] : JSON.stringify(script));
      vendor.prepare(machine.home);
      const settings = cliSettings(vendor.command, vendor.settings);
      return {
        adapter: vendor.create(settings, vendor.name, machine.environment),
        asked: () => machine.calls().map(({ argv, prompt }) => JSON.stringify([argv, prompt])),
        isWaiting: () => waitUntil('the tool runs', () => processesWith(machine.recordFile).length > 0),
        isFree: () => waitUntil('the tool has ended', () => processesWith(machine.recordFile).length === 0),
      };
    },
  })),
];

const BEHAVIOR = {
  refusal: 'the request was flagged as a violation',
  truncation: 'the answer exceeded the 32000 output token maximum',
  silence: 'hang',
} as const;

describe.concurrent.each(vendors)('a structured answer of $title', ({ model, usage, canRefuse, cutUsage, start }) => {
  const ask = async (backend: Backend, signal = new AbortController().signal) => {
    const question = { model, system: 'You serve drinks.', prompt: 'Tea or coffee?', schema: Drink };
    return askStructured(backend.adapter, { ...question, workingDirectory: tmpdir(), signal });
  };
  const twice = Object.fromEntries(Object.entries(usage).map(([name, figure]) => [name, 2 * figure]));

  it('is a value of the schema, and the model knows the question, the rules and the schema', async () => {
    const backend = await start([TEA]);
    const answer = await ask(backend);
    expect(answer).toMatchObject({ ok: true, value: { value: { drink: 'tea @home', cups: 2 }, sources: [] } });
    expect(answer.ok && answer.value.usage).toMatchObject(usage);
    const [asked = ''] = backend.asked();
    for (const part of ['You serve drinks.', 'Tea or coffee?', '(exclusiveMinimum: 0)']) expect(asked).toContain(part);
  });

  it('may be in a code fence with a sentence before it', async () => {
    const backend = await start([`Here it is:\n\`\`\`json\n${TEA}\n\`\`\``]);
    expect(await ask(backend)).toMatchObject({ ok: true, value: { value: { cups: 2 } } });
  });

  it('is asked for once more with the problem named, and both answers are paid', async () => {
    const backend = await start([WRONG, TEA]);
    const answer = await ask(backend);
    expect(answer).toMatchObject({ ok: true, value: { value: { cups: 2 } } });
    expect(answer.ok && answer.value.usage).toMatchObject({ ...twice, requests: 2 });
    expect(backend.asked()[1]).toContain('cups: Too small');
    expect(backend.asked()[1]).toContain(JSON.stringify(JSON.stringify(toAnswerSchema(Drink))).slice(1, -1));
  });

  it('is a failure if it is wrong twice', async () => {
    const backend = await start(['I would rather talk.', WRONG, TEA]);
    expect(await ask(backend)).toMatchObject({
      ok: false,
      error: { failure: { kind: 'invalid_answer' }, usage: { ...twice, requests: 2 } },
    });
    expect(backend.asked()).toHaveLength(2);
  });

  it.runIf(canRefuse)('is not asked for again after a refusal', async () => {
    const backend = await start('refusal');
    expect(await ask(backend)).toMatchObject({ ok: false, error: { failure: { kind: 'refused' } } });
    expect(backend.asked()).toHaveLength(1);
  });

  it('is a failure with its price if it was cut', async () => {
    const backend = await start('truncation');
    const tries = backend.adapter.supports?.effort?.(model) ? 2 : 1;
    const figures = Object.entries(cutUsage).map(([name, figure]) => [name, tries * figure] as const);
    expect(await ask(backend)).toMatchObject({
      ok: false,
      error: { failure: { kind: 'truncated' }, usage: Object.fromEntries(figures) },
    });
    expect(backend.asked()).toHaveLength(tries);
  });

  it('ends when the question is cancelled, and leaves nothing behind', async () => {
    const backend = await start('silence');
    const controller = new AbortController();
    const answer = ask(backend, controller.signal);
    await backend.isWaiting();
    controller.abort();
    expect(await answer).toMatchObject({ ok: false, error: { failure: { kind: 'cancelled' } } });
    await backend.isFree();
  });
});

describe.each(THINKING_VENDORS)('a structured answer of a model of $title that thinks', (vendor) => {
  const ask = async (other: { readonly model?: string; readonly effort?: string; readonly limit?: number }) => {
    const { model = vendor.model, effort, limit = 16_000 } = other;
    const server = await startLoopbackModelServer();
    servers.push(server);
    letThink(server, vendor, { text: TEA });
    const { signal } = new AbortController();
    const answer = await askStructured(vendor.create(httpSettings(server.url), 'tested', { backoffBaseMs: 1 }), {
      ...{ model, system: '', prompt: 'Tea or coffee?', schema: Drink, maxAnswerTokens: limit },
      ...{ workingDirectory: tmpdir(), signal, ...(effort !== undefined && { reasoningEffort: effort }) },
    });
    return { answer, efforts: server.asked.map(({ body }) => vendor.effortIn(body)) };
  };

  it('The effort of the question reaches the model, and thinking is paid as output.', async () => {
    const { answer, efforts } = await ask({ effort: 'medium' });
    const outputTokens = (THINKING_TOKENS.medium ?? 0) + ANSWER_TOKENS;
    expect(answer).toMatchObject({ ok: true, value: { value: { cups: 2 }, usage: { outputTokens } } });
    expect(efforts).toEqual(['medium']);
  });

  it('An answer that thinking cut is asked for once more with less effort, and both are paid.', async () => {
    const { answer, efforts } = await ask({ effort: 'medium', limit: 4_000 });
    const outputTokens = 4_000 + (THINKING_TOKENS.low ?? 0) + ANSWER_TOKENS;
    const usage = { inputTokens: 2 * PROMPT_TOKENS, outputTokens, requests: 2 };
    expect(answer).toMatchObject({ ok: true, value: { value: { cups: 2 }, usage } });
    expect(efforts).toEqual(['medium', 'low']);
  });

  it('An answer that is cut at the lowest effort is a failure.', async () => {
    const { answer, efforts } = await ask({ effort: 'low', limit: 100 });
    expect(answer).toMatchObject({
      ok: false,
      error: { failure: { kind: 'truncated' }, usage: { outputTokens: 100 } },
    });
    expect(efforts).toEqual(['low']);
  });

  it('A model that takes no effort is asked without one, and once.', async () => {
    const { answer, efforts } = await ask({ model: vendor.modelWithoutEffort, effort: 'low' });
    expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'truncated' } } });
    expect(efforts).toEqual([undefined]);
  });
});

it('is a failure of the demo voices, which invent nothing', async () => {
  const { signal } = new AbortController();
  const question = { model: 'steward', system: '', prompt: 'Tea?', schema: Drink, workingDirectory: '/', signal };
  const answer = await askStructured(createDemoAdapter(), question);
  expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'unreadable_answer' } } });
});
