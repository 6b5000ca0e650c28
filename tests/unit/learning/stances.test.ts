import { describe, expect, it } from 'vitest';
import { statementFault } from '../../../src/learning/values/check-statement.js';
import { prohibitionsOf, stancesOf } from '../../../src/learning/values/stances.js';

const signs = (text: string) => Object.fromEntries(stancesOf(text));

describe('the stance of a statement', () => {
  it('is for its words, unless their clause denies them', () => {
    expect(signs('Wait for the condition, never for a duration')).toEqual({ wait: 1, condit: 1, durat: -1 });
    expect(signs('A longer sleep is not a fix')).toEqual({ longer: -1, sleep: -1, fix: -1 });
  });

  it('is against what follows instead of, rather than and without', () => {
    expect(signs('Store zone names rather than offsets')).toEqual({ store: 1, zone: 1, name: 1, offset: -1 });
    expect(signs('Deploy without a lock')).toEqual({ deploi: 1, lock: -1 });
  });

  it('is for what follows not only', () => {
    expect(signs('Look at overrides, not only at percentages')).toMatchObject({ overrid: 1, percentag: 1 });
  });

  it('is neither for nor against what a condition denies', () => {
    expect(signs('Queries are slow when the operator does not fit')).toMatchObject({ slow: 1, oper: 0 });
  });

  it.each([
    ['Never eager load relations; count rows', ['eager', 'load', 'relat']],
    ['Zone names are not needed', ['zone', 'name', 'need']],
    ['A longer sleep never cures a test', []],
  ])('finds that %j prohibits %j', (text, words) => {
    expect([...prohibitionsOf(text).keys()]).toEqual(words);
  });
});

describe('a statement', () => {
  it.each(['Heap closure gc emitter snapshot listener map leak', 'A leaked secret is a secret that has leaked'])(
    'says nothing: %j',
    (text) => expect(statementFault(text)).toEqual(expect.any(String)),
  );

  it.each(['Backoff needs jitter', 'Pin base images by digest', 'Nach dem Fehler zuerst das Protokoll lesen'])(
    'may say something: %j',
    (text) => expect(statementFault(text)).toBeUndefined(),
  );
});
