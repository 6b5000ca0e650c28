import { expect, it } from 'vitest';
import { containsText } from '../../../src/kernel/contains-text.js';

it('finds letters of every alphabet in either case, however they are composed', () => {
  expect(containsText('ÜBER Änderungen', 'über ä')).toBe(true);
  expect(containsText('Über', 'u\u0308ber')).toBe(true);
  expect(containsText('ЗАДАЧИ', 'задачи')).toBe(true);
  expect(containsText('100 %', '%')).toBe(true);
  expect(containsText('Uber', 'über')).toBe(false);
});
