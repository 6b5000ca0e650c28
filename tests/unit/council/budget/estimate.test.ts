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
  /** For what each call votes, counted from 0. */
  readonly vote?: (call: number) => string;
}

function councilOf(setup: Setup = {}) {
  const {
    prices = [PRICE, PRICE, PRICE],
    kind = 'http',
    settings = {},
    history,
    vote: choose = () => 'SQLite',
  } = setup;
  let asked = 0;
  const folder = scratchFolder('estimate');
  const adapter: ModelAdapter = {
    name: 'a',
    kind,
    ask: async () => {
      const option = choose(asked);
      asked += 1;
      return answered(vote(option, { confidence: 0.9 }), { inputTokens: 500, outputTokens: 400 });
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
  it('ranges from one round to all rounds with every second call, and asks no participant', async () => {
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

  it('says unknown for a price that is not known, whose it is, and what the others add up to', async () => {
    const { council, request } = councilOf({ prices: [PRICE, undefined] });
    const { estimate } = await council.estimate(request);
    expect(estimate).toMatchObject({ usd: 'unknown', unpriced: ['m1@a'] });
    expect(estimate.known_usd?.low).toBeGreaterThan(0);
  });

  it('is nothing for a demo', async () => {
    const { council, request } = councilOf({ prices: [undefined, undefined], kind: 'demo' });
    const nothing = { low: 0, high: 0 };
    expect((await council.estimate(request)).estimate).toMatchObject({
      usd: nothing,
      input_tokens: nothing,
      output_tokens: nothing,
      seconds: nothing,
    });
  });

  it('uses the answers, times and prices of past calls if there are any', async () => {
    const history: RunHistory = {
      pastCalls: async (_, model) =>
        model === 'm0'
          ? {
              calls: 8,
              addedTokens: 9_000,
              answerLength: { low: 2_000, high: 5_000 },
              answerSeconds: { low: 100, high: 300 },
              callUsd: { low: 0.25, high: 0.75 },
            }
          : undefined,
    };
    const { council, request } = councilOf({ prices: [undefined, PRICE], history });
    const { estimate } = await council.estimate({ ...request, mode: 'quick' });
    // An answer and a vote asked for again, of each.
    expect(estimate.output_tokens).toEqual({ low: 2_600, high: 5_000 + 1_200 + 2 * 150 });
    expect(estimate.input_tokens.low).toBeGreaterThan(9_000);
    expect(estimate.seconds).toEqual({ low: 100, high: 600 });
    expect(estimate.usd).toEqual({ low: expect.closeTo(0.25 + 0.0075, 2), high: expect.closeTo(1.5 + 0.0175, 2) });
    expect(estimate.basis).toContain('answers and times of past calls: m0@a (8)');
  });

  it('adds what a tool puts before every prompt, whatever the questions of the past were', async () => {
    const { council, request } = councilOf();
    const input = async (given: typeof council) => (await given.estimate(request)).estimate.input_tokens.low;
    const usual = await input(council);
    const history: RunHistory = { pastCalls: async () => ({ calls: 9, addedTokens: 500 }) };
    expect(await input(councilOf({ history }).council)).toBe(usual + 3 * 500);
  });

  it('expects the summary to cost what it cost before, and does not write one beyond the cap', async () => {
    const history: RunHistory = {
      pastCalls: async (_, model) => (model === 'm2' ? { calls: 3, callUsd: { low: 0.2, high: 0.9 } } : undefined),
    };
    const { council, request, asked } = councilOf({
      prices: [PRICE, PRICE, undefined],
      settings: { summary: 'auto', summarizers: [{ adapter: 'a', model: 'm2' }] },
      history,
    });
    const participants = request.participants.slice(0, 2);
    const capped = { ...request, participants, mode: 'quick', max_cost_usd: 0.05 } as const;
    expect((await council.estimate(capped)).estimate.usd).toMatchObject({ high: expect.closeTo(0.95, 1) });
    const result = await council.deliberate(capped);
    expect(result.summary.written_by).not.toBe('m2@a');
    expect(result.cost.by_participant.map(({ participant }) => participant)).not.toContain('m2@a');
    expect(asked()).toBeGreaterThan(1);
  });

  it('does without a history that cannot be read', async () => {
    const history: RunHistory = { pastCalls: () => Promise.reject(new Error('the disk is gone')) };
    const { council, request } = councilOf({ history });
    expect((await council.estimate(request)).estimate.calls.low).toBe(3);
  });

  it('expects at least two answers if the cheapest are asked first', async () => {
    const { council, request } = councilOf();
    const { estimate } = await council.estimate({ ...request, cheapest_first: true });
    expect(estimate.calls).toEqual({ low: 2, high: 12 });
  });

  it('counts at most three answers of each participant if the lead is challenged, in any number of rounds', async () => {
    const { council, request } = councilOf();
    const calls = async (rounds: number) =>
      (await council.estimate({ ...request, rounds, challenge: true })).estimate.calls;
    // An answer and a vote asked for again, of three.
    expect([await calls(2), await calls(3), await calls(5)]).toEqual([
      { low: 3, high: 12 },
      { low: 3, high: 18 },
      { low: 3, high: 18 },
    ]);
    expect((await council.estimate({ ...request, rounds: 5 })).estimate.calls.high).toBe(30);
  });

  it('is not exceeded by a debate whose lead is challenged as often as possible', async () => {
    const { council, request, asked } = councilOf({
      vote: (call) => ['SQLite', 'PostgreSQL', 'Redis'][call % 3] ?? '',
    });
    const { cost } = await council.deliberate({ ...request, rounds: 5, challenge: true });
    expect(asked()).toBeGreaterThan(3);
    expect(cost.calls).toBeLessThanOrEqual(9);
    expect(cost.calls).toBeLessThanOrEqual(cost.estimate.calls.high);
  });

  it('is in the first event and in the result, which stays within it', async () => {
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
