import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { requiredText } from '../../../../../src/council/evidence/search/required-text.js';

describe('the text that a pattern requires', () => {
  it.each([
    ['class \\w+Engine', ['class ']],
    ['old_function\\(', ['old_function(']],
    ['foo|barbaz', ['foo', 'barbaz']],
    ['(foo|bar)+x?', ['foo', 'bar']],
    ['ab*cde', ['cde']],
    ['ab+c', ['ab']],
    ['x{2}yz', ['yz']],
    ['[abc]def', ['def']],
    ['(?i)Todo', ['Todo']],
    ['(?P<name>key)=', ['key']],
    ['[^\\]]end', ['end']],
    ['\\p{Greek}abc', ['abc']],
  ])('is known for %s: %j', (pattern, anyOf) => expect(requiredText(pattern, false)?.anyOf).toEqual(anyOf));

  it.each([
    '.*',
    'a?',
    'foo|',
    '(foo)?',
    '[a-z]+',
    '\\d+',
    '\\Qa.b\\E',
    'x*|y',
    '(?i)straße',
    '(?:)',
    'a{0,3}',
    '\ufffd',
  ])('is not known for %s', (pattern) => expect(requiredText(pattern, false)).toBeUndefined());

  it('is in every text that matches, whatever the pattern', () => {
    const piece = fc.constantFrom(
      ...'abkK(){}[]|*+?.^$\\-,:i1'.split(''),
      '\\b',
      '\\w',
      '(?:',
      '(?i)',
      '{1,2}',
      '{0}',
      'ab',
    );
    const patterns = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));
    const texts = fc
      .array(fc.constantFrom(...'abkKſ\u212a()1-,:i'.split('')), { maxLength: 14 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(
        patterns,
        fc.array(texts, { minLength: 5, maxLength: 5 }),
        fc.boolean(),
        (pattern, lines, ignoreCase) => {
          const compiled = compile(pattern, ignoreCase);
          const required = compiled && requiredText(pattern, ignoreCase);
          if (compiled === undefined || required === undefined) return;
          const fold = (text: string) => (required.ignoreCase ? text.toLowerCase().replaceAll('ſ', 's') : text);
          for (const line of lines)
            if (compiled.test(line)) expect(required.anyOf.some((text) => fold(line).includes(fold(text)))).toBe(true);
        },
      ),
      { numRuns: 5000 },
    );
  });
});

function compile(pattern: string, ignoreCase: boolean): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return undefined;
  }
}
