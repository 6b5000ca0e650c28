import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT, sourceFiles } from '../support/source-files.js';

const HANDLERS = sourceFiles('src/hooks/handlers');
const WORKERS = ['src/semantics/pool/worker.ts', 'src/semantics/embedding/transformers/worker.ts'];

const ENTRIES = [
  ...['server', 'cli', 'witan', 'hook-main', 'hook'].map((name) => `src/bin/${name}.ts`),
  'src/program/open-program.ts',
  ...HANDLERS,
  ...WORKERS,
  'src/redaction/index.ts',
  'src/semantics/index.ts',
];

let metafile: Metafile;

// One build for all: most of the files are read by several entries.
beforeAll(async () => {
  const built = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outdir: 'unused',
    write: false,
    metafile: true,
    loader: { '.node': 'empty' },
    logLevel: 'silent',
  });
  metafile = built.metafile;
});

/** What a program evaluates before it does anything: its static imports, and theirs; not what it imports on demand. */
const eagerModules = (entry: string) => modulesFrom(entry, (kind) => kind !== 'dynamic-import');

/** Everything that a program could ever evaluate. */
const allModules = (entry: string) => modulesFrom(entry, () => true);

function modulesFrom(entry: string, follows: (kind: string) => boolean): string[] {
  expect(metafile.inputs).toHaveProperty([entry]);
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const { path: target, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (follows(kind) && external !== true) visit(target);
    }
  };
  visit(entry);
  return [...found];
}

const packagesOf = (files: readonly string[]) =>
  [...new Set(files.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]))].filter(
    (name) => name !== undefined,
  );

describe('start-up', () => {
  it('loads nothing for the server but its protocol before initialize is answered', () => {
    const files = eagerModules('src/bin/server.ts');
    const packages = packagesOf(files).filter((name) => !BROUGHT_BY_THE_SDK.includes(name));
    expect(packages.sort()).toEqual(['@modelcontextprotocol/sdk', 'zod']);
    // Of a domain only its vocabulary, which imports nothing.
    const own = files.filter((file) => /^(src|adapters)\//.test(file) && !/^src\/\w+\/vocabulary\.ts$/.test(file));
    expect([...new Set(own.map(roomOf))].sort()).toEqual([
      'src/bin',
      'src/kernel',
      'src/mcp',
      'src/program',
      'src/storage',
    ]);
    // Of storage only what the log needs, and no database.
    const storage = files.filter((file) => file.startsWith('src/storage/'));
    expect(storage.filter((file) => !/own-files|file-logger|write-atomically/.test(file))).toEqual([]);
  });

  it('loads neither protocol nor adapters for the command line before a command asks for them', () => {
    const files = eagerModules('src/bin/cli.ts');
    const heavy = ['@modelcontextprotocol/sdk', 'yaml', 'execa', 'undici', 'ollama', '@anthropic-ai/sdk'];
    expect(packagesOf(files).filter((name) => heavy.includes(name))).toEqual([]);
  });

  it('loads neither the decision graph nor SQLite with the council before a decision is looked for', () => {
    const files = eagerModules('src/program/open-program.ts');
    expect(packagesOf(files).filter((name) => ['better-sqlite3', 'kysely'].includes(name))).toEqual([]);
    expect(files.filter((file) => file.startsWith('src/decisions/'))).toEqual([]);
  });

  it('loads nothing but built-ins for the launcher', () => {
    const files = eagerModules('src/bin/witan.ts');
    expect(files.sort()).toEqual(['src/bin/load-bundle.ts', 'src/bin/witan.ts']);
  });

  it('loads nothing but built-ins, journal, guidance, coaching and what they need for a hook, whatever the event', () => {
    const files = ['src/bin/hook-main.ts', ...HANDLERS].flatMap(allModules);
    expect(packagesOf(files)).toEqual([]);
    const rooms = [...new Set(files.map(roomOf))];
    expect(rooms.sort()).toEqual([
      'src/bin',
      'src/coaching',
      'src/commands',
      'src/guidance',
      'src/hooks',
      'src/journal',
      'src/kernel',
      'src/project',
      'src/storage',
    ]);
    expect(files.filter((file) => /\/(?:database|drivers)\//.test(file))).toEqual([]);
  });

  it('loads nothing but its loader for the program that Claude Code starts', () => {
    const files = allModules('src/bin/hook.ts');
    expect(files.sort()).toEqual(['src/bin/hook.ts', 'src/bin/load-bundle.ts']);
  });

  it('loads nothing of the journal before a tool call', () => {
    const files = eagerModules('src/hooks/handlers/pre-tool-use.ts');
    expect(files.filter((file) => file.startsWith('src/journal/'))).toEqual([]);
  });

  it.each(WORKERS)('loads nothing but semantics and the kernel for %s', (worker) => {
    const files = eagerModules(worker);
    expect(packagesOf(files)).toEqual([]);
    expect(files.map(roomOf).filter((room) => room !== 'src/semantics' && room !== 'src/kernel')).toEqual([]);
  });

  // Its rules are needed for the first log line, and take 0.2 ms from the code cache.
  it('loads only the rules of secretlint for redaction', () => {
    expect(packagesOf(eagerModules('src/redaction/index.ts'))).toEqual([
      '@secretlint/secretlint-rule-preset-recommend',
    ]);
  });

  it('loads no package for semantics before something needs it', () => {
    expect(packagesOf(eagerModules('src/semantics/index.ts'))).toEqual([]);
  });
});

/** Left out of the built server (see scripts/build/bundle-all.mjs) or a few bytes of types. */
const BROUGHT_BY_THE_SDK = [
  'ajv',
  'ajv-formats',
  'fast-deep-equal',
  'fast-uri',
  'json-schema-traverse',
  'zod-to-json-schema',
];

function roomOf(file: string): string {
  return path.posix.join(...file.split('/').slice(0, file.startsWith('src/') ? 2 : 1));
}
