import { describe, expect, it } from 'vitest';
import { defined, withoutEmpty } from '../../../src/kernel/defined.js';

describe('fields that were not given', () => {
  it('are left out, while null, false and empty texts stay', () => {
    expect(defined({ a: undefined, b: null, c: false, d: '', e: 0 })).toEqual({ b: null, c: false, d: '', e: 0 });
    expect(Object.keys(defined({ a: undefined }))).toEqual([]);
  });

  it('are left out at any depth together with objects in which nothing is given, but an empty list stays', () => {
    const given = { a: { b: undefined, c: { d: undefined } }, e: { f: 1, g: undefined }, h: [], i: null };
    expect(withoutEmpty(given)).toEqual({ e: { f: 1 }, h: [], i: null });
    expect(Object.keys(withoutEmpty(given))).toEqual(['e', 'h', 'i']);
  });
});
