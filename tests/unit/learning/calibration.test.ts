import { describe, expect, it } from 'vitest';
import { predictionRate } from '../../../src/learning/retrospective/calibration.js';
import { falsifiedEntry, learningIn, resolvedEntry, saveAll, useSemantics } from '../../support/learning-fixture.js';

const semantics = useSemantics();

describe('the calibration', () => {
  it.each([
    [9, 11, 0.52, 0.95],
    [0, 4, 0, 0.49],
    [0, 0, 0, 1],
  ])('%i of %i confirmed predictions have the Wilson interval from %f to %f', (confirmed, count, low, high) => {
    const { interval } = predictionRate(confirmed, count);
    expect(interval.map((share) => Number(share.toFixed(2)))).toEqual([low, high]);
  });

  it('counts confirmed and falsified predictions by domain, strategy and both, without abandoned ones', async () => {
    const { learning } = await learningIn({ semantics });
    const abandoned = { ...resolvedEntry().outcome, status: 'abandoned' as const };
    await saveAll(learning, [
      ...[1, 2, 3, 4].map((number) => resolvedEntry({ id: `ghap_held_${number}` })),
      falsifiedEntry({ id: 'ghap_failed' }),
      resolvedEntry({ id: 'ghap_other', domain: 'testing', strategy: 'trial-and-error' }),
      resolvedEntry({ id: 'ghap_abandoned', outcome: abandoned }),
    ]);
    const { overall, domains, strategies, pairs } = await learning.calibration();
    expect(overall).toMatchObject({ confirmed: 5, count: 6 });
    expect(domains).toMatchObject([
      { domain: 'debugging', confirmed: 4, count: 5, rate: 0.8 },
      { domain: 'testing', confirmed: 1, count: 1 },
    ]);
    expect(strategies.map(({ strategy }) => strategy)).toEqual(['root-cause-analysis', 'trial-and-error']);
    expect(pairs).toMatchObject([{ domain: 'debugging', strategy: 'root-cause-analysis', count: 5 }]);
  });
});
