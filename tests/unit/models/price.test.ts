import { expect, it } from 'vitest';
import { costOf, NOTHING_USED, type Price, priceOf, sumUsage } from '../../../src/models/index.js';

const HAIKU: Price = {
  ...{ inputPerMillion: 0.1, outputPerMillion: 0.5, cacheReadPerMillion: 0.01, cacheWritePerMillion: 0.125 },
  steps: [{ above: 100_000, inputPerMillion: 0.5, outputPerMillion: 2.5, cacheReadPerMillion: 0.05 }],
};
const M = 1_000_000;

it('A prompt at the limit of a step has the lower price, and one token more has the higher one for all of it.', () => {
  expect(priceOf({ inputTokens: 100_000, outputTokens: 10 }, HAIKU)).toBeCloseTo((100_000 * 0.1 + 10 * 0.5) / M, 12);
  expect(priceOf({ inputTokens: 100_001, outputTokens: 10 }, HAIKU)).toBeCloseTo((100_001 * 0.5 + 10 * 2.5) / M, 12);
});

it('Cached tokens cost their own price, and that of other input if they have none.', () => {
  const usage = { inputTokens: 10_000, outputTokens: 0, cacheReadTokens: 6_000, cacheWriteTokens: 3_000 };
  expect(costOf(usage, HAIKU)).toBeCloseTo((1_000 * 0.1 + 6_000 * 0.01 + 3_000 * 0.125) / M, 12);
  expect(costOf(usage, { inputPerMillion: 1, outputPerMillion: 5 })).toBeCloseTo(10_000 / M, 12);
});

it('Two requests of one call do not add up to a longer prompt.', () => {
  const usage = sumUsage([
    { inputTokens: 60_000, outputTokens: 5 },
    { inputTokens: 60_000, outputTokens: 5 },
  ]);
  expect(usage).toEqual({ inputTokens: 120_000, outputTokens: 10, longestPrompt: 60_000, requests: 2 });
  expect(costOf(usage, HAIKU)).toBeCloseTo((120_000 * 0.1 + 10 * 0.5) / M, 12);
});

it('What was summed is summed again without a longer prompt, also with a request that used nothing.', () => {
  const both = sumUsage([
    { inputTokens: 60_000, outputTokens: 5 },
    { inputTokens: 60_000, outputTokens: 5 },
  ]);
  expect(sumUsage([both])).toEqual(both);
  expect(sumUsage([both, NOTHING_USED])).toMatchObject({ inputTokens: 120_000, longestPrompt: 60_000, requests: 3 });
});
