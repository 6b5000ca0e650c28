import { describe, expect, it } from 'vitest';
import { measureCalls } from '../../support/labeled-guidance.js';

// The current figures, so that a change that makes them worse is noticed. Targets: every wanted CRITICAL item, at most
// one in ten shown without need. The held-out half is not unseen: its entries were not read, but its figures were
// counted while rules were made, and the first count led to a change (see the README of guidance).
describe('on the labeled tool calls', () => {
  it('shows every wanted CRITICAL item of the tuning half, and few others without need', () => {
    const figures = measureCalls('tune');
    expect(figures.calls).toBe(159);
    expect(figures.criticalFound).toBe(figures.criticalWanted);
    expect(figures.falseInjections / figures.shown).toBeLessThanOrEqual(0.05);
    expect(figures.otherFound / figures.otherWanted).toBeGreaterThanOrEqual(0.96);
  });

  it('shows every wanted CRITICAL item of the held-out half, whose figures were counted several times', () => {
    const figures = measureCalls('held out');
    expect(figures.calls).toBe(172);
    expect(figures.criticalWanted - figures.criticalFound).toBe(0);
    expect(figures.falseInjections / figures.shown).toBeLessThanOrEqual(0.02);
    expect(figures.otherFound / figures.otherWanted).toBeGreaterThanOrEqual(0.9);
  });
});
