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
  ])('%s matches %s', (path, pattern) => {
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
  ])('%s does not match %s', (path, pattern) => {
    expect(matchesGlob(path, pattern)).toBe(false);
  });

  it('takes the time of path times pattern, not more, for patterns made to be slow', () => {
    const parts = Array.from({ length: 300 }, () => 'a').join('/');
    expect(matchesGlob(`${parts}/b`, `${'**/a/'.repeat(50)}c`)).toBe(false);
    expect(matchesGlob('a'.repeat(5000), `${'*a'.repeat(50)}b`)).toBe(false);
    expect(matchesGlob('x', '{a,b}'.repeat(40))).toBe(false);
  });
});
