import { describe, expect, it } from 'vitest';
import { compileGlob } from '../../../src/project/glob/compile-glob.js';

const CASES: readonly (readonly [pattern: string, fits: readonly string[], not: readonly string[]])[] = [
  ['*.ts', ['a.ts', '.ts', 'a.test.ts'], ['a/b.ts', 'a.tsx', 'ts']],
  ['**/*.ts', ['a.ts', 'a/b.ts', 'a/b/c.ts'], ['a.js']],
  ['src/**', ['src/a', 'src/a/b'], ['src', 'other/src/a']],
  ['src/**/test/*.ts', ['src/test/a.ts', 'src/x/y/test/a.ts'], ['src/test/x/a.ts', 'test/a.ts']],
  ['**/a/**/b', ['a/b', 'x/a/b', 'a/x/y/b', 'a/a/b/b'], ['a', 'b', 'a/b/c']],
  ['?.md', ['a.md', '😀.md'], ['.md', 'ab.md']],
  ['[abc]x', ['ax', 'cx'], ['dx', 'x']],
  ['[!a-c]x', ['dx'], ['ax', 'bx']],
  ['[]a]x', [']x', 'ax'], ['bx']],
  ['[[:digit:]-]', ['7', '-'], ['a']],
  ['*.{js,ts}', ['a.js', 'a.ts'], ['a.jsx', 'a.']],
  ['{a,b{c,d}}/x', ['a/x', 'bc/x', 'bd/x'], ['b/x']],
  ['{src,test}/**/*.ts', ['src/a.ts', 'test/x/a.ts'], ['lib/a.ts']],
  ['a{b}c', ['a{b}c'], ['abc']],
  ['a\\*b', ['a*b'], ['axb']],
  ['./src/./a', ['src/a'], ['a']],
  ['a*b*c', ['abc', 'aXbYc', 'abbbc'], ['acb', 'ab']],
  ['', [], ['a', '']],
];

describe('a glob', () => {
  it.each(CASES)('matches what it should and nothing else: %s', (pattern, fits, not) => {
    const compiled = compileGlob(pattern);
    if (!compiled.ok) throw new Error(compiled.error);
    expect(fits.filter((path) => !compiled.value.matches(path))).toEqual([]);
    expect(not.filter((path) => compiled.value.matches(path))).toEqual([]);
  });

  it('is refused when it has no end or matches too much', () => {
    expect(compileGlob('[abc')).toMatchObject({ ok: false });
    expect(compileGlob('{a,b}'.repeat(10))).toMatchObject({ ok: false });
    expect(compileGlob('a'.repeat(1001))).toMatchObject({ ok: false });
  });

  it('takes linear time where a backtracking matcher would never end', () => {
    const name = `${'a'.repeat(3000)}b`;
    const path = 'a/'.repeat(1500);
    for (const pattern of [
      `${'a*'.repeat(400)}c`,
      `${'*a'.repeat(400)}c`,
      `${'**/a/'.repeat(150)}c`,
      `${'[a-z]*'.repeat(150)}!`,
    ]) {
      const compiled = compileGlob(pattern);
      if (!compiled.ok) throw new Error(compiled.error);
      expect(compiled.value.matches(name) || compiled.value.matches(path)).toBe(false);
    }
  });
});
