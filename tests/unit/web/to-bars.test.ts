import { expect, it } from 'vitest';
import { toBars } from '../../../src/web/components/bar-chart.js';

it('leaves a gap for each day without calls, also at the end of a month', () => {
  const days = [
    { day: '2026-02-27', usd: 1 },
    { day: '2026-03-01', usd: 0 },
  ];
  expect(toBars(days, 1)).toEqual([
    { name: '2026-02-27', value: 1 },
    { name: '2026-02-28', value: null },
    { name: '2026-03-01', value: 0 },
  ]);
});

it('adds the days of a week up and leaves a gap for a week without calls', () => {
  const days = [
    { day: '2026-01-01', usd: 1 },
    { day: '2026-01-07', usd: 2 },
    { day: '2026-01-15', usd: 4 },
  ];
  expect(toBars(days, 7)).toEqual([
    { name: '2026-01-01', value: 3 },
    { name: '2026-01-08', value: null },
    { name: '2026-01-15', value: 4 },
  ]);
});

it('has no bar without days', () => {
  expect(toBars([], 1)).toEqual([]);
});
