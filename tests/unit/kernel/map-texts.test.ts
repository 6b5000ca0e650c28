import { expect, it } from 'vitest';
import { mapTexts } from '../../../src/kernel/map-texts.js';

it('replaces every text of a value, also in lists and objects, and leaves everything else as it is', () => {
  const value = { a: 'x', list: ['x', 1, null, { b: 'x' }], flag: true, none: undefined };
  const upper = (text: string) => text.toUpperCase();
  expect(mapTexts(value, upper)).toEqual({ a: 'X', list: ['X', 1, null, { b: 'X' }], flag: true, none: undefined });
  expect(mapTexts('x', upper)).toBe('X');
});
