import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, sourceFiles } from '../support/source-files.js';

const ALL_DOMAINS = ['src/council', 'src/decisions', 'src/journal', 'src/learning', 'src/guidance', 'src/coaching'];

/**
 * Which module may import which. This table is the document: every module is in it, and no other import is allowed.
 * `program` puts everything together and may import everything; `bin` starts it.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // hook-lessons takes secrets out of what it learns, without a program.
  'src/bin': ['src/program', 'src/cli', 'src/hooks', 'src/http', 'src/guidance', 'src/redaction', 'src/kernel'],
  // entry points: translate, decide nothing. Of the program they get types only; see the test below.
  // The command line also installs Witan on a machine: it changes configuration, hooks and rights, and asks git.
  'src/cli': [
    ...['src/program', ...ALL_DOMAINS, 'src/kernel'],
    ...['src/http', 'src/hooks', 'src/config', 'src/storage', 'src/processes'],
  ],
  'src/mcp': ['src/program', ...ALL_DOMAINS, 'src/kernel'],
  // Hooks write their own files; storage's own-files uses built-in modules only.
  'src/hooks': ['src/journal', 'src/guidance', 'src/coaching', 'src/storage', 'src/kernel'],
  'src/http': ['src/program', ...ALL_DOMAINS, 'src/storage', 'src/kernel'],
  // The page gets types only; see the test below.
  'src/web': ['src/http'],
  // domains: rules and their own store
  'src/council': [
    'src/decisions',
    'src/models',
    'src/semantics',
    'src/storage',
    'src/project',
    'src/processes',
    'src/redaction',
    'src/commands',
    'src/kernel',
  ],
  'src/decisions': ['src/semantics', 'src/storage', 'src/redaction', 'src/kernel'],
  'src/journal': ['src/storage', 'src/commands', 'src/kernel'],
  'src/guidance': ['src/storage', 'src/project', 'src/commands', 'src/kernel'],
  'src/learning': ['src/journal', 'src/semantics', 'src/storage', 'src/kernel'],
  'src/coaching': [
    'src/models',
    'src/semantics',
    'src/storage',
    'src/project',
    // Runs GitHub's command line tool for the dashboard.
    'src/processes',
    'src/redaction',
    'src/commands',
    'src/kernel',
  ],
  // capabilities: know no domain
  'src/commands': ['src/kernel'],
  'src/models': ['src/kernel'],
  'src/semantics': ['src/kernel'],
  'src/storage': ['src/kernel'],
  'src/project': ['src/kernel'],
  'src/processes': ['src/kernel'],
  'src/redaction': ['src/kernel'],
  'src/config': ['src/models', 'src/storage', 'src/kernel'],
  // Its own version.
  'src/kernel': ['package.json'],
  // Coaching defines the port of the memory server.
  adapters: ['src/models', 'src/coaching', 'src/processes', 'src/kernel'],
};

/** Modules that may import everything, or are the start of everything. */
const ROOTS = ['src/program', 'src/bin'];

const edges = sourceFiles('src', 'adapters').flatMap((file) =>
  relativeImports(file).map((target) => ({ file, target, from: moduleOf(file), to: moduleOf(target) })),
);
const crossing = edges.filter(({ from, to }) => from !== to);

describe('imports', () => {
  it('cross modules only as the table allows', () => {
    const forbidden = crossing.filter(
      ({ from, to, target }) =>
        from !== 'src/program' && !MAY_IMPORT[from]?.includes(to) && target !== 'src/hooks/vocabulary.ts',
    );
    expect(forbidden.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  it('enter a domain only by its index.ts', () => {
    const deep = crossing.filter(
      ({ from, to, target }) =>
        !ROOTS.includes(from) &&
        // Domains have an inside that changes; capabilities are files that stand alone and may be imported by name.
        ALL_DOMAINS.includes(to) &&
        // Hooks start for every tool call: they have a separate entry point, with built-ins only.
        target !== `${to}/${from === 'src/hooks' ? 'hook' : 'index'}.ts` &&
        // Words and an error without other imports, for entry points that must not load a domain to use them.
        target !== `${to}/vocabulary.ts` &&
        target !== 'src/coaching/coach-error.ts',
    );
    expect(deep.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  it('take adapters only into the program', () => {
    const others = crossing.filter(({ from, to }) => to === 'adapters' && from !== 'src/program');
    expect(others.map(({ file }) => file)).toEqual([]);
  });

  it('take only types from the program into an entry point', () => {
    const values = sourceFiles('src/cli', 'src/mcp', 'src/http').filter((file) =>
      /import (?!type )[^;]*?'(?:\.\.\/)+program\//.test(codeOf(file)),
    );
    expect(values).toEqual([]);
  });

  it('lead from the command line to the client of the web server, never to the server', () => {
    const loading = sourceFiles('src/cli').filter((file) =>
      /(?:import (?!type )[^;]*?|import\()'(?:\.\.\/)+http\/(?!client\.js)/.test(codeOf(file)),
    );
    expect(loading).toEqual([]);
  });

  it('come from modules in the table', () => {
    const modules = new Set(sourceFiles('src', 'adapters').map(moduleOf));
    modules.delete('src/program');
    expect([...modules].filter((name) => !(name in MAY_IMPORT))).toEqual([]);
  });

  it('are not in the vocabulary of a domain, so that it can be used without loading the domain', () => {
    expect(edges.filter(({ file }) => file.endsWith('/vocabulary.ts'))).toEqual([]);
  });

  it('never go to tests or scripts', () => {
    const outside = edges.filter(({ target }) => /^(tests|scripts)\//.test(target));
    expect(outside.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  it('never lead from evidence to a program', () => {
    const running = sourceFiles('src/council/evidence', 'src/project').filter((file) =>
      /from '(?:node:child_process|(?:\.\.\/)+processes\/)/.test(codeOf(file)),
    );
    expect(running).toEqual([]);
  });

  it('would find a forbidden import', () => {
    expect(edges.length).toBeGreaterThan(50);
    expect(crossing.some(({ from, to }) => from === 'src/program' && to === 'adapters')).toBe(true);
  });
});

function relativeImports(file: string): string[] {
  const specifiers = codeOf(file).matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...specifiers].map(([, specifier = '']) =>
    path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts'),
  );
}

function moduleOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'src' ? `src/${second}` : first;
}
