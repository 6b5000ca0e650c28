import { expect, it } from 'vitest';
import { cutText } from '../../../src/kernel/cut-text.js';

it.each([
  ['whole', 5, 'whole'],
  ['too long', 5, 'too …'],
  ['abc😀def', 5, 'abc…'],
  ['abc😀def', 6, 'abc😀…'],
  ['x', 0, '…'],
])('%s cut to %i characters is %s', (text, maxLength, expected) => {
  expect(cutText(text, maxLength)).toBe(expected);
});
