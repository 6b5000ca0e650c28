import { expect, it } from 'vitest';
import { errorCode } from '../../../src/kernel/error-code.js';

it('reads the code of a system error, and none of anything else', () => {
  expect(errorCode(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toBe('ENOENT');
  expect([new Error('plain'), undefined, null, 'text', { code: 7 }].map(errorCode)).toEqual(Array(5).fill(undefined));
});
