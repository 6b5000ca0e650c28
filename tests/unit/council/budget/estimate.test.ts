import { describe, expect, it } from 'vitest';
import { type CouncilSettings, createCouncil, type RunHistory } from '../../../../src/council/index.js';
import { systemClock } from '../../../../src/kernel/clock.js';
import { silentLogger } from '../../../../src/kernel/logger.js';
import type { ModelAdapter, Price } from '../../../../src/models/index.js';
import { createJaccardSimilarity } from '../../../../src/semantics/index.js';
import { scratchFolder } from '../../../support/scratch-folder.js';
import { answered, SETTINGS, vote } from '../../../support/scripted-council.js';

const question = 'Should the job queue use PostgreSQL or SQLite?';
const PRICE: Price = { inputPerMillion: 2, outputPerMillion: 10 };

interface Setup {
  readonly prices?: readonly (Price | undefined)[];
  readonly kind?: ModelAdapter['kind'];
  readonly settings?: Partial<CouncilSettings>;
  readonly history?: RunHistory;
}

function councilOf({ prices = [PRICE, PRICE, PRICE], kind = 'http', settings = {}, history }: Setup = {}) {
  let asked = 0;
  const folder = scratchFolder('estimate');
  const adapter: ModelAdapter = {
    name: 'a',
    kind,
    ask: async () => {
      asked += 1;
      return answered(vote('SQLite', { confidence: 0.9 }), { inputTokens: 500, outputTokens: 400 });
    },
    availability: async () => ({ available: true, detail: '' }),
  };
  const similarity = createJaccardSimilarity();
  const council = createCouncil({
    directory: {
      names: () => ['a'],
      adapter: async () => adapter,
      models: () =>
        prices.map((price, index) => ({
          id: `m${index}`,
          isDefault: false,
          enabled: true,
          ...(price === undefined ? {} : { price }),
        })),
    },
    settings: { ...SETTINGS, transcriptsFolder: folder, dataFolder: folder, ...settings },
    similarity,
    optionSimilarity: similarity,
    clock: systemClock,
    logger: silentLogger,
    redactor: { redact: async (text) => text, redactNow: (text) => text },
    isInsideCouncil: false,
    ...(history === undefined ? {} : { history }),
  });
  const participants = prices.map((_, index) => ({ cli: 'a', model: `m${index}` }));
  const request = { question, participants, working_directory: folder };
  return { council, request, asked: () => asked };
}

describe('an estimate', () => {
  it('reaches from one round to all rounds with every second call, and asks nobody', async () => {
    const { council, request, asked } = councilOf({ settings: { evidence: { ...SETTINGS.evidence, enabled: true } } });
    const { estimate, participants, rounds } = await council.estimate({ ...request, rounds: 3 });
    expect({ participants, rounds }).toEqual({ participants: ['m0@a', 'm1@a', 'm2@a'], rounds: 3 });
    // Three answers; or an answer, one finished with evidence and a vote asked for again, of three in three rounds.
    expect(estimate.calls).toEqual({ low: 3, high: 27 });
    expect(asked()).toBe(0);
  });

  it('counts a summary that a model writes', async () => {
    const { council, request } = councilOf({ settings: { summary: 'auto' } });
    expect((await council.estimate({ ...request, mode: 'quick' })).estimate.calls).toEqual({ low: 4, high: 7 });
  });

  it('prices the tokens that it names', async () => {
    const { council, request } = councilOf();
    const { estimate } = await council.estimate(request);
    const price = (end: 'low' | 'high') => (estimate.input_tokens[end] * 2 + estimate.output_tokens[end] * 10) / 1e6;
    expect(estimate.usd).toEqual({ low: expect.closeTo(price('low'), 4), high: expect.closeTo(price('high'), 4) });
  });

  it('grows with the context, the rounds and the panel', async () => {
    const { council, request } = councilOf();
    const high = async (more: object) => (await council.estimate({ ...request, ...more })).estimate.input_tokens.high;
    const usual = await high({});
    expect(await high({ context: 'x'.repeat(40_000) })).toBeGreaterThan(usual + 60_000);
    expect(await high({ rounds: 4 })).toBeGreaterThan(usual * 1.9);
    expect(await high({ participants: request.participants.slice(0, 2) })).toBeLessThan(usual);
  });

  it('says unknown for a price that is not known, whose it is, and what the others come to', async () => {
    const { council, request } = councilOf({ prices: [PRICE, undefined] });
    const { estimate } = await council.estimate(request);
    expect(estimate).toMatchObject({ usd: 'unknown', unpriced: ['m1@a'] });
    expect(estimate.known_usd?.low).toBeGreaterThan(0);
  });

  it('is nothing for a rehearsal', async () => {
    const { council, request } = councilOf({ prices: [undefined, undefined], kind: 'rehearsal' });
    const nothing = { low: 0, high: 0 };
    expect((await council.estimate(request)).estimate).toMatchObject({
      usd: nothing,
      input_tokens: nothing,
      output_tokens: nothing,
      seconds: nothing,
    });
  });

  it('takes the answers, times and prices of past calls where there are some', async () => {
    const history: RunHistory = {
      pastCalls: async (_, model) =>
        model === 'm0' ? { calls: 8, promptTokens: 9_000, answerTokens: 2_000, seconds: 100, usd: 0.25 } : undefined,
    };
    const { council, request } = councilOf({ prices: [undefined, PRICE], history });
    const { estimate } = await council.estimate({ ...request, mode: 'quick' });
    expect(estimate.output_tokens.low).toBe(2_600);
    expect(estimate.input_tokens.low).toBeGreaterThan(9_000);
    expect(estimate.seconds.low).toBe(100);
    expect(estimate.usd).toMatchObject({ low: expect.closeTo(0.25 + 0.0075, 2) });
    expect(estimate.basis).toContain('answers and times of past calls: m0@a (8)');
  });

  it('does without a history that cannot be read', async () => {
    const history: RunHistory = { pastCalls: () => Promise.reject(new Error('the disk is gone')) };
    const { council, request } = councilOf({ history });
    expect((await council.estimate(request)).estimate.calls.low).toBe(3);
  });

  it('expects two answers at least where the cheapest come first', async () => {
    const { council, request } = councilOf();
    const { estimate } = await council.estimate({ ...request, cheapest_first: true });
    expect(estimate.calls).toEqual({ low: 2, high: 12 });
  });

  it('stands in the first event and in the result, which keeps within it', async () => {
    const { council, request } = councilOf();
    let told: unknown;
    const result = await council.deliberate(request, {
      onProgress: (event) => {
        if (event.kind === 'started') told = event.estimate;
      },
    });
    const { estimate, calls } = result.cost;
    expect(told).toEqual(estimate);
    expect(calls).toBeGreaterThanOrEqual(estimate.calls.low);
    expect(calls).toBeLessThanOrEqual(estimate.calls.high);
  });
});
