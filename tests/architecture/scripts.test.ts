import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { codeOf, ROOT, readSource } from '../support/source-files.js';

// esbuild makes a missing export of a TypeScript file undefined, so a measurement would fail hours later, or measure nothing.
it('gives the scripts only what the sources export', () => {
  const scripts = readdirSync(path.join(ROOT, 'scripts'), { recursive: true, encoding: 'utf8' });
  const wanted = scripts
    .filter((name) => name.endsWith('.mjs'))
    .flatMap((name) => [
      ...readSource(`scripts/${name}`).matchAll(/'((?:src|adapters|tests)\/[\w/.-]+\.ts)': \[([^\]]*)\]/g),
    ])
    .flatMap(([, file = '', names = '']) => (names.match(/\w+/g) ?? []).map((name) => ({ file, name })));
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter(({ file, name }) => !isExported(file, name))).toEqual([]);
});

function isExported(file: string, name: string): boolean {
  if (!existsSync(path.join(ROOT, file))) return false;
  return new RegExp(`export (?:async )?(?:function\\*?|const|class) ${name}\\b|export \\{[^}]*\\b${name}\\b`).test(
    codeOf(file),
  );
}
