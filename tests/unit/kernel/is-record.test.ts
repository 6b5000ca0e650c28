import { expect, it } from 'vitest';
import { isRecord } from '../../../src/kernel/is-record.js';

it('accepts objects as records, but neither arrays nor null', () => {
  expect([{}, { a: 1 }, [], null, 'text', 1, undefined].map(isRecord)).toEqual([true, true, ...Array(5).fill(false)]);
});
