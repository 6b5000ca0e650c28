import { describe, expect, it } from 'vitest';
import { DEFAULT_CELL as CELL, gridCells } from '../../../../scripts/simulate/cell.js';
import { pairedEstimate, shareEstimate } from '../../../../scripts/simulate/figures.js';
import { creditOf } from '../../../../scripts/simulate/methods.js';
import { judgeTargets } from '../../../../scripts/simulate/targets.js';

const GOOD = {
  questions: 2000,
  naive: 0.8,
  minus_majority: { mean: 0, low: -0.004, high: 0.004 },
  minus_naive: { mean: 0.02, low: 0.01, high: 0.03 },
  calls_against: { three_rounds: 0.66, two_rounds: 0.99 },
};
const states = (changes: Partial<typeof GOOD>, cell = CELL) =>
  Object.fromEntries(judgeTargets(cell, { ...GOOD, ...changes }).map(({ name, state }) => [name, state]));

describe('the targets of a cell', () => {
  it('are met when the whole interval is on the good side', () => {
    expect(states({})).toEqual({ majority: 'met', naive: 'met', three_rounds: 'met', two_rounds: 'met' });
  });

  it('are unclear when the interval contains the boundary, and missed beyond it', () => {
    expect(states({ minus_majority: { mean: 0, low: -0.006, high: 0.006 } }).majority).toBe('unclear');
    expect(states({ minus_majority: { mean: -0.02, low: -0.03, high: -0.01 } }).majority).toBe('missed');
    expect(states({ minus_naive: { mean: 0, low: -0.01, high: 0.01 } }).naive).toBe('unclear');
    expect(states({ minus_naive: { mean: -0.02, low: -0.03, high: -0.01 } }).naive).toBe('missed');
    expect(states({ calls_against: { three_rounds: 0.71, two_rounds: 1.01 } })).toMatchObject({
      three_rounds: 'missed',
      two_rounds: 'missed',
    });
  });

  it('ask nothing of the naive debate if no model conforms', () => {
    expect(states({}, { ...CELL, conformity: 0 })).not.toHaveProperty('naive');
  });

  it('ask for nothing above a naive debate that is always right', () => {
    expect(states({ naive: 1 })).not.toHaveProperty('naive');
  });

  it('are all unclear below 200 questions, whatever the figures are', () => {
    expect(new Set(Object.values(states({ questions: 199 })))).toEqual(new Set(['unclear']));
    expect(states({ questions: 200 }).majority).toBe('met');
  });
});

describe('figures', () => {
  it('give the interval of a share that a table of Wilson intervals gives', () => {
    const { mean, low, high } = shareEstimate(80, 100);
    expect(mean).toBe(0.8);
    expect(low).toBeCloseTo(0.7112, 3);
    expect(high).toBeCloseTo(0.8666, 3);
    expect(shareEstimate(0, 100).high).toBeCloseTo(0.037, 3);
  });

  it('give the interval of paired differences worked out by hand', () => {
    // 1, 0, 0, -1, 1 and one more of each sign: center 1/7, variance 5/7 - 1/49, error 0.3148.
    const { mean, low, high } = pairedEstimate({ count: 5, sum: 1, squares: 3 });
    expect(mean).toBeCloseTo(0.2);
    expect(low).toBeCloseTo(1 / 7 - 0.617, 3);
    expect(high).toBeCloseTo(1 / 7 + 0.617, 3);
  });

  it('claim no certainty for methods that never differed: the fewer questions, the less', () => {
    const width = (count: number) => {
      const { mean, low, high } = pairedEstimate({ count, sum: 0, squares: 0 });
      expect(mean).toBe(0);
      return high - low;
    };
    expect(width(2000)).toBeCloseTo(0.0028, 4);
    expect(width(40)).toBeGreaterThan(0.1);
  });

  it('share the credit among tied options and give none if no model answered', () => {
    expect(creditOf([1, 1, 2], 1)).toBe(1);
    expect(creditOf([1, 2, 3], 2)).toBeCloseTo(1 / 3);
    expect(creditOf([1, 1, 2], 2)).toBe(0);
    expect(creditOf([undefined, undefined], 1)).toBe(0);
  });
});

it('the grid has 192 different cells', () => {
  const cells = gridCells();
  expect(new Set(cells.map((cell) => JSON.stringify(cell))).size).toBe(192);
});
