import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/source-files.js';

const BUILT = path.join(ROOT, 'dist', 'web');
const KB = 1_000;

describe('the built pages', () => {
  it('load at most 30 KB, compressed, before the code of a page', () => {
    const document = readFileSync(path.join(BUILT, 'index.html'), 'utf8');
    const named = [...document.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, name = '']) => name);
    expect(named.some((name) => name.endsWith('.js'))).toBe(true);
    expect(named.some((name) => name.endsWith('.css'))).toBe(true);
    expect(compressedSize(['index.html', ...loadedWith(named)])).toBeLessThanOrEqual(30 * KB);
  });

  it('load at most 90 KB, compressed, for a deliberation with everything that it needs', () => {
    const names = readdirSync(BUILT).filter((name) => /^(?:main|pages|deliberation)-/.test(name));
    expect(names).toHaveLength(3);
    expect(compressedSize(['index.html', ...loadedWith(names)])).toBeLessThanOrEqual(90 * KB);
  });

  it.each(['decisions', 'learning'])('load at most 20 KB, compressed, for %s with its map', (page) => {
    const names = readdirSync(BUILT);
    const shell = new Set(loadedWith(names.filter((name) => name.startsWith('main-'))));
    const own = loadedWith(names.filter((name) => name.startsWith(`${page}-`))).filter((name) => !shell.has(name));
    expect(own.some((name) => readFileSync(path.join(BUILT, name), 'utf8').includes('putImageData'))).toBe(true);
    expect(compressedSize(own)).toBeLessThanOrEqual(20 * KB);
  });

  it('load at most 170 KB, compressed, for the coach, and languages and Markdown only when they are needed', () => {
    const names = readdirSync(BUILT).filter((name) => /^(?:main|pages|page)-/.test(name));
    expect(names).toHaveLength(3);
    const first = ['index.html', ...loadedWith(names)];
    expect(compressedSize(first)).toBeLessThanOrEqual(170 * KB);
    const later = [...reachedFrom(names)].filter((name) => !first.includes(name));
    const hasText = (text: string) => (name: string) => readFileSync(path.join(BUILT, name), 'utf8').includes(text);
    for (const text of ['instanceof', 'linkify']) expect(later.some(hasText(text))).toBe(true);
    expect(first.some(hasText('linkify'))).toBe(false);
    // Every language and view together; a project has two or three of the languages.
    const ofPage = names.filter((name) => name.startsWith('page-'));
    const all = new Set([...first, ...reachedFrom(ofPage)]);
    expect(compressedSize([...all])).toBeLessThanOrEqual(330 * KB);
  });

  it('load the editor with the coach only', () => {
    const hasEditor = (name: string) => readFileSync(path.join(BUILT, name), 'utf8').includes('cm-content');
    const sources = readdirSync(path.join(ROOT, 'src', 'web', 'pages')).map((name) => path.parse(name).name);
    const pages = readdirSync(BUILT).filter((name) => sources.some((source) => name.startsWith(`${source}-`)));
    expect(pages.length).toBeGreaterThan(8);
    expect(pages.filter((name) => loadedWith([name]).some(hasEditor))).toEqual([]);
    const coach = readdirSync(BUILT).filter((name) => name.startsWith('page-'));
    expect(loadedWith(coach).some(hasEditor)).toBe(true);
  });

  it('have no map of the sources and no file of an earlier build', () => {
    const names = readdirSync(BUILT);
    expect(names.filter((name) => !/^(?:index\.html|icon\.svg|[\w-]+-[A-Z0-9]{8}\.(?:js|css))$/.test(name))).toEqual(
      [],
    );
    const reached = reachedFrom(names.filter((name) => name.startsWith('main-')));
    expect(names.filter((name) => name.endsWith('.js') && !reached.has(name))).toEqual([]);
  });
});

/** The files, and those that their static imports load with them. */
function loadedWith(names: readonly string[]): string[] {
  return [...closure(names, /\b(?:import|from)"\.\/([^"]+)"/g)];
}

/** The same with the parts that are loaded later. */
function reachedFrom(names: readonly string[]): Set<string> {
  return closure(names, /\b(?:import|from|import\()"\.\/([^"]+)"/g);
}

function closure(names: readonly string[], imported: RegExp): Set<string> {
  const found = new Set(names);
  for (const name of found) {
    if (!name.endsWith('.js')) continue;
    const code = readFileSync(path.join(BUILT, name), 'utf8');
    for (const [, other = ''] of code.matchAll(imported)) found.add(other);
  }
  return found;
}

function compressedSize(names: readonly string[]): number {
  return names
    .map((name) => gzipSync(readFileSync(path.join(BUILT, name)), { level: 9 }).byteLength)
    .reduce((total, size) => total + size, 0);
}
