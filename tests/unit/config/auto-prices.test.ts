import { describe, expect, it } from 'vitest';
import { findDearest } from '../../../src/models/index.js';
import { scratch } from './scratch.js';

const { modelRegistry } = await (await scratch()).load();
const registered = Object.entries(modelRegistry).flatMap(([adapter, models]) =>
  adapter === 'demo' ? [] : models.map((model) => ({ adapter, ...model })),
);

describe('the price of a model that the coach or the council may choose by itself', () => {
  it.each(registered)('$id of $adapter has a price for input and output.', ({ price }) => {
    expect(price).toMatchObject({ inputPerMillion: expect.any(Number), outputPerMillion: expect.any(Number) });
    for (const rates of [price, ...(price?.steps ?? [])]) {
      expect(rates?.inputPerMillion).toBeGreaterThan(0);
      expect(rates?.outputPerMillion).toBeGreaterThan(rates?.inputPerMillion ?? 0);
      expect(rates?.cacheReadPerMillion ?? 0).toBeLessThan(rates?.inputPerMillion ?? 0);
    }
  });

  it('Claude Haiku 5.5 costs 0.10 and 0.50 dollars, and five times as much above 100,000 prompt tokens.', () => {
    const price = modelRegistry.anthropic?.find(({ id }) => id === 'claude-haiku-5-5')?.price;
    expect(price).toMatchObject({
      ...{ inputPerMillion: 0.1, outputPerMillion: 0.5 },
      steps: [{ above: 100_000, inputPerMillion: 0.5, outputPerMillion: 2.5 }],
    });
  });

  it('The dearest model of Anthropic is Opus.', () => {
    const models = modelRegistry.anthropic ?? [];
    const dearest = findDearest(models.flatMap(({ price }) => price ?? []));
    expect(models.find(({ price }) => price === dearest)?.id).toBe('claude-opus-5-5');
  });
});
