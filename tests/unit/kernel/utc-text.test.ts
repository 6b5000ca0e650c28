import { expect, it } from 'vitest';
import { utcText } from '../../../src/kernel/utc-text.js';

it('writes every moment as toISOString does', () => {
  let seed = 20261116;
  for (let count = 0; count < 2_000; count++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const date = new Date((seed / 2 ** 32) * 8e14 - 4e14);
    expect(utcText(date)).toBe(date.toISOString());
  }
  for (const text of ['0999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z', '2026-01-02T03:04:05.006Z']) {
    expect(utcText(new Date(text))).toBe(text);
  }
  expect(utcText(new Date(8.64e15))).toBe('+275760-09-13T00:00:00.000Z');
});
