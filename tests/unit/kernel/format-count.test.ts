import { expect, it } from 'vitest';
import { formatCount, formatList } from '../../../src/kernel/format-count.js';

it('uses the plural for everything but one', () => {
  expect([0, 1, 2].map((count) => formatCount(count, 'call'))).toEqual(['0 calls', '1 call', '2 calls']);
  expect(formatCount(2, 'entry', 'entries')).toBe('2 entries');
});

it('joins the last name of a list with a word and the others with commas', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((names) => formatList(names))).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ]);
  expect(formatList(['a', 'b', 'c'], 'or')).toBe('a, b or c');
});
