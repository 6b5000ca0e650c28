import { describe, expect, it } from 'vitest';
import { matchesGlob } from '../../../../src/guidance/relevance/glob.js';

describe('a glob', () => {
  it.each([
    ['plugin.json', '**/plugin.json'],
    ['a/b/plugin.json', '**/plugin.json'],
    ['src/version.ts', '**/*version*'],
    ['tests/unit/a/b.py', '**/tests/**/*.py'],
    ['tests/b.py', 'tests/**/*.py'],
    ['db/migrations/2026/1.sql', 'db/migrations/**'],
    ['db/migrations/1.sql', 'db/migrations/'],
    ['a.ts', './a.ts'],
    ['.env.local', '**/.env.*'],
    ['ci.yaml', '*.{yml,yaml}'],
    ['file1.md', 'file[0-9].md'],
    ['filex.md', 'file[!0-9].md'],
    ['a/b/c/d', 'a/**/**/d'],
    ['packages/x/src/version.ts', 'packages/*/src/version.ts'],
  ])('matches: %s matches %s', (path, pattern) => {
    expect(matchesGlob(path, pattern)).toBe(true);
  });

  it.each([
    ['docs/plugin.json.md', '**/plugin.json'],
    ['myplugin.json', '**/plugin.json'],
    ['src/version/index.ts', '**/*version*'],
    ['sub/CHANGELOG.md', 'CHANGELOG.md'],
    ['db/migrations', 'db/migrations/**'],
    ['apps/api/src/author/books.ts', 'apps/api/src/auth/**'],
    ['packages/a/b/src/version.ts', 'packages/*/src/version.ts'],
    ['A.ts', 'a.ts'],
  ])('does not match: %s does not match %s', (path, pattern) => {
    expect(matchesGlob(path, pattern)).toBe(false);
  });

  it('agrees with a regular expression of the same meaning for thousands of small paths and patterns', () => {
    let seed = 7;
    const pick = <Value>(from: readonly Value[]): Value => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return from[Math.floor((seed / 2 ** 32) * from.length)] as Value;
    };
    const some = (letters: readonly string[]) => Array.from({ length: pick([1, 2, 3]) }, () => pick(letters)).join('');
    const join = (letters: readonly string[]) => Array.from({ length: pick([1, 2, 3]) }, () => some(letters)).join('/');
    let matches = 0;
    for (let count = 0; count < 20_000; count++) {
      const path = join(['a', 'b', '.']);
      const pattern = join(['a', 'b', '.', '*', '?', '[ab]', '[!a]', '{a,b}', '**/a']).replaceAll(
        /(?<!\/|^)\*\*/g,
        '*',
      );
      // A part `.` is the same folder, which no expression says.
      if (pattern.split('/').includes('.')) continue;
      const expected = asExpression(pattern).test(path);
      expect(matchesGlob(path, pattern), `${path} ${pattern}`).toBe(expected);
      if (expected) matches++;
    }
    expect(matches).toBeGreaterThan(500);
  });

  it('takes the time of path times pattern, not more, for patterns made to be slow', () => {
    const parts = Array.from({ length: 300 }, () => 'a').join('/');
    expect(matchesGlob(`${parts}/b`, `${'**/a/'.repeat(50)}c`)).toBe(false);
    expect(matchesGlob('a'.repeat(5000), `${'*a'.repeat(50)}b`)).toBe(false);
    expect(matchesGlob('x', '{a,b}'.repeat(40))).toBe(false);
  });
});

/** `**` as a whole part spans parts; every other star stays within one. */
function asExpression(pattern: string): RegExp {
  const whole = pattern.startsWith('./') ? pattern.slice(2) : pattern;
  const source = whole
    .split('/')
    .map((part, index, parts) => {
      if (part !== '**') return `${ofPart(part)}${index < parts.length - 1 ? '/' : ''}`;
      return index === parts.length - 1 ? '.+' : '(?:[^/]+/)*';
    })
    .join('');
  return new RegExp(`^${source}$`);
}

function ofPart(part: string): string {
  return part
    .replaceAll('.', '\\.')
    .replaceAll(/\*+/g, '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('[!a]', '[^a/]')
    .replaceAll('{a,b}', '(?:a|b)');
}
