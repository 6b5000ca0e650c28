import { describe, expect, it } from 'vitest';
import { measureInjection, measurePauses } from '../../support/second-guidance-calls.js';

// Rules were made on the tuning half. The held-out half is only counted.
describe.each(['tuning', 'held-out'] as const)('on the %s half of the second labeled set', (half) => {
  it('pauses at least 95 % of the calls that should be paused, and no other', () => {
    const { calls, wanted, paused, wrong } = measurePauses(half);
    expect(calls).toBe(60);
    expect(paused / wanted).toBeGreaterThanOrEqual(0.95);
    expect(wrong).toBe(0);
  });

  it('shows every relevant CRITICAL item, 95 % of the HIGH ones, and an item at few irrelevant calls', () => {
    const figures = measureInjection(half);
    expect(figures.calls).toBe(60);
    expect(figures.criticalShown).toBe(figures.criticalWanted);
    expect(figures.highShown / figures.highWanted).toBeGreaterThanOrEqual(0.95);
    expect(figures.irrelevantShown / figures.irrelevantCalls).toBeLessThanOrEqual(0.08);
  });
});
