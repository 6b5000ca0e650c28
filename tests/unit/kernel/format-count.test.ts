import { expect, it } from 'vitest';
import { formatCount } from '../../../src/kernel/format-count.js';

it('uses the plural for everything but one', () => {
  expect([0, 1, 2].map((count) => formatCount(count, 'call'))).toEqual(['0 calls', '1 call', '2 calls']);
  expect(formatCount(2, 'entry', 'entries')).toBe('2 entries');
});
