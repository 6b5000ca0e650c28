import path from 'node:path';
import { expect, it } from 'vitest';
import { codeOf, sourceFiles } from '../support/source-files.js';

const files = new Set(sourceFiles('src', 'adapters'));

it('lets the parts of every folder, its files and its folders, import each other in one direction only', () => {
  const cycles = [...importsByFolder()].flatMap(([folder, imports]) =>
    findCycles(imports).map((cycle) => `${folder}: ${cycle}`),
  );
  expect(cycles).toEqual([]);
});

it('finds a cycle over three parts', () => {
  const imports = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set(['a'])],
  ]);
  expect(findCycles(imports)).toEqual(['a -> b -> c -> a']);
});

it('keeps the contract of the council free of everything else in the council', () => {
  const contract = sourceFiles('src/council/contract');
  expect(contract.length).toBeGreaterThan(0);
  const outside = contract.flatMap(relativeImports).filter((target) => /^src\/council\/(?!contract\/)/.test(target));
  expect(outside).toEqual([]);
});

/** For each folder: which of its parts imports which other one. Imports between modules have their own table. */
function importsByFolder(): Map<string, Map<string, Set<string>>> {
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const file of files) {
    for (const target of relativeImports(file)) {
      const folder = sharedFolder(file, target);
      if (folder === 'src' || folder === '' || file === target) continue;
      const imports = folders.get(folder) ?? new Map<string, Set<string>>();
      folders.set(folder, imports);
      const part = partOf(file, folder);
      imports.set(part, (imports.get(part) ?? new Set()).add(partOf(target, folder)));
    }
  }
  return folders;
}

function sharedFolder(file: string, other: string): string {
  const parts = path.posix.dirname(file).split('/');
  const others = other.split('/');
  const length = parts.findIndex((part, index) => part !== others[index]);
  return (length === -1 ? parts : parts.slice(0, length)).join('/');
}

/** The file or folder directly below `folder` that a path leads to. */
function partOf(file: string, folder: string): string {
  return file.slice(folder.length + 1).split('/')[0] ?? '';
}

/** Every cycle once, as the shortest way from its alphabetically first part back to it. */
function findCycles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found: string[] = [];
  const covered = new Set<string>();
  for (const start of [...imports.keys()].sort()) {
    if (covered.has(start)) continue;
    const cycle = shortestWayBack(start, imports);
    if (cycle === undefined) continue;
    for (const part of cycle) covered.add(part);
    found.push(cycle.join(' -> '));
  }
  return found;
}

function shortestWayBack(start: string, imports: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, start];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

function relativeImports(file: string): string[] {
  return [...codeOf(file).matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, specifier = '']) => path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts'))
    .filter((target) => files.has(target));
}
