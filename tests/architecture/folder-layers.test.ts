import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, sourceFiles } from '../support/source-files.js';

/** Entry points may import every folder of their module. */
const ENTRY_POINTS = new Set(['index.ts', 'hook.ts']);
/** Constants without imports, which every folder may import. */
const VOCABULARY = 'vocabulary.js';

describe.each(['guidance', 'hooks', 'journal', 'decisions'])('%s', (module) => {
  it(`has no cycle between the folders of ${module}`, () => {
    expect(findCycle(folderImports(path.join('src', module)))).toBeUndefined();
  });
});

it('a cycle over three folders is found', () => {
  const imports = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a'])],
  ]);
  expect(findCycle(imports)).toEqual(['a', 'b', 'c', 'a']);
});

/** For each folder, the other folders of the module that its files import. */
function folderImports(root: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const file of sourceFiles(root)) {
    if (ENTRY_POINTS.has(path.basename(file)) && path.dirname(file) === root) continue;
    const from = path.dirname(file);
    const targets = imports.get(from) ?? new Set();
    imports.set(from, targets);
    for (const [, specifier = ''] of codeOf(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      if (path.join(from, specifier) === path.join(root, VOCABULARY)) continue;
      const to = path.dirname(path.join(from, specifier));
      if (to !== from && (to === root || to.startsWith(root + path.sep))) targets.add(to);
    }
  }
  return imports;
}

function findCycle(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (folder: string, trail: readonly string[]): string[] | undefined => {
    const start = trail.indexOf(folder);
    if (start !== -1) return [...trail.slice(start), folder];
    if (done.has(folder)) return undefined;
    for (const next of imports.get(folder) ?? []) {
      const cycle = visit(next, [...trail, folder]);
      if (cycle !== undefined) return cycle;
    }
    done.add(folder);
    return undefined;
  };
  for (const folder of imports.keys()) {
    const cycle = visit(folder, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
