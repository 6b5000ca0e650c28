import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeliberationResult } from '../../src/council/index.js';
import { packWitan } from '../support/pack-witan.js';
import { scratchFolder } from '../support/scratch-folder.js';
import { ROOT } from '../support/source-files.js';

const run = promisify(execFile);
let folder: string;
let packed: Awaited<ReturnType<typeof packWitan>>;
let installed: string;

beforeAll(async () => {
  folder = scratchFolder('install');
  packed = await packWitan();
  writeFileSync(path.join(folder, 'package.json'), '{"name":"empty","private":true,"type":"module"}\n');
  // Without the optional SQLite driver, which takes minutes to compile: the package must do without it.
  const options = ['--offline', '--no-audit', '--no-fund', '--omit=optional'];
  await run('npm', ['install', ...options, packed.tarball], { cwd: folder });
  installed = path.join(folder, 'node_modules', 'witan');
});

const DEMO_PANEL = ['steward', 'skeptic', 'builder'].flatMap((voice) => ['-p', `demo:${voice}`]);
const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';

describe('the packed package, installed in an empty folder', () => {
  it('brings no other package with it', () => {
    const packages = readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(packages).toEqual(['witan']);
  });

  it('has no install script, so that npm warns about none', () => {
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'witan', bin: { witan: 'dist/witan.cjs' } });
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']));
    for (const name of ['package.json', '.claude-plugin/marketplace.json'])
      expect(readFileSync(path.join(packed.copy, name), 'utf8')).toBe(readFileSync(path.join(ROOT, name), 'utf8'));
  });

  it('contains every file that its README links to', () => {
    const readme = readFileSync(path.join(installed, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => link);
    const files = links.filter((link) => !link.startsWith('http'));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(path.join(installed, file)))).toEqual([]);
  });

  it('is a marketplace of a plugin that contains the program', () => {
    const marketplace = JSON.parse(readFileSync(path.join(installed, '.claude-plugin/marketplace.json'), 'utf8'));
    const [plugin] = marketplace.plugins;
    expect(plugin).toMatchObject({ name: 'witan', source: './', version: expect.any(String) });
    for (const part of [...plugin.commands, plugin.mcpServers])
      expect(existsSync(path.join(installed, part)), part).toBe(true);
    const programs = [...JSON.stringify(plugin.hooks).matchAll(/\$\{CLAUDE_PLUGIN_ROOT\}([^"]+)/g)].map(
      ([, file = '']) => file,
    );
    expect(new Set(programs)).toEqual(new Set(['/dist/hook.cjs']));
    expect(existsSync(path.join(installed, 'dist/hook-main.cjs'))).toBe(true);
  });

  it('runs a deliberation by one line of npx, without being installed', async () => {
    const empty = scratchFolder('npx');
    const options = ['--yes', '--offline', '--omit=optional', `--cache=${scratchFolder('npm-cache')}`];
    const args = [...options, '--package', packed.tarball, 'witan', 'deliberate', '--json', ...DEMO_PANEL, QUESTION];
    const { stdout } = await run('npx', args, { cwd: empty });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'complete' });
    expect(readdirSync(empty).filter((name) => name !== '.witan')).toEqual([]);
  });

  it('runs a deliberation by its command', async () => {
    const command = path.join(folder, 'node_modules', '.bin', 'witan');
    const { stdout } = await run(command, ['deliberate', '--json', ...DEMO_PANEL, QUESTION], { cwd: folder });
    const result = JSON.parse(stdout) as DeliberationResult;
    expect(result).toMatchObject({ status: 'complete', voting_result: { winning_option: 'PostgreSQL' } });
    expect(result.working_directory).toBe(path.join(realpathSync(installed), 'assets', 'demo-project'));
    expect(readFileSync(result.transcript_path ?? '', 'utf8')).toContain(QUESTION);
  });

  it('compares meaning and clusters in worker threads, with its own embedding', async () => {
    const example = path.join(folder, 'compare-meaning.mjs');
    cpSync(path.join(ROOT, 'examples', 'compare-meaning.mjs'), example);
    const { stdout, stderr } = await run(process.execPath, [example], { cwd: folder });
    expect(stdout).toContain('groups: 0 0 0 1 1 1');
    expect(stderr).toBe('');
  });

  it('makes its own code cache at the first run and starts with it afterwards', async () => {
    const { folder: cache, version } = machineWithoutCache();
    const first = await version();
    const cached = readdirSync(cache);
    expect(cached).toEqual([expect.stringMatching(/^cli\.cjs-[0-9a-f]{16}\.v\d+\..*\.cache$/)]);
    const [file = ''] = cached.map((name) => path.join(cache, name));
    const made = statSync(file).mtimeMs;
    expect(await version()).toBe(first);
    expect(statSync(file).mtimeMs).toBe(made);
  });

  it('replaces a damaged code cache instead of crashing', async () => {
    const { folder: cache, version } = machineWithoutCache();
    const first = await version();
    const file = path.join(cache, readdirSync(cache)[0] ?? '');
    const whole = readFileSync(file);
    const damages: ((bytes: Buffer) => Buffer)[] = [
      // Behind the header that V8 checks itself.
      (bytes) => bytes.fill(0xff, 4_096, 4_352),
      (bytes) => bytes.fill(0, bytes.length >> 1),
      (bytes) => bytes.subarray(0, bytes.length >> 1),
      () => Buffer.from('damaged'),
      () => Buffer.alloc(0),
    ];
    for (const damage of damages) {
      writeFileSync(file, damage(Buffer.from(whole)));
      const damaged = readFileSync(file);
      expect(await version()).toBe(first);
      expect(readFileSync(file).equals(damaged)).toBe(false);
      expect(await version()).toBe(first);
    }
  });

  it('keeps no code cache of an earlier version', async () => {
    const { folder: cache, version } = machineWithoutCache();
    mkdirSync(cache, { recursive: true });
    const earlier = `cli.cjs-${'0'.repeat(16)}.${process.version}.cache`;
    for (const name of [earlier, 'server.cjs-of-the-server', 'notes.txt']) writeFileSync(path.join(cache, name), '');
    await version();
    const names = readdirSync(cache);
    expect(names).toHaveLength(3);
    expect(names).not.toContain(earlier);
  });

  it('names the license of everything it contains', () => {
    const licenses = readFileSync(path.join(installed, 'dist', 'THIRD_PARTY_LICENSES.txt'), 'utf8');
    for (const name of ['@modelcontextprotocol/sdk', 'zod', 'yaml', 'execa', 'undici', 'commander']) {
      expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
    expect(licenses).not.toContain('(undefined)');
    const sections = licenses.split(/^={80}\n(.+)\n={80}$/m).slice(1);
    const texts = sections.flatMap((title, at) => (at % 2 === 0 ? [{ title, text: sections[at + 1] ?? '' }] : []));
    expect(texts.filter(({ text }) => !/copyright|permission/i.test(text)).map(({ title }) => title)).toEqual([]);
    expect(texts.find(({ title }) => title.startsWith('standardwebhooks '))?.text).toContain('Copyright (c) 2023 Svix');
  });

  it('has types that a strict program compiles against, leaning on no package', async () => {
    const program = [
      "import { createCouncil, parseVote, type DeliberationResult } from 'witan/council';",
      "import { createSemantics, createVectorIndex } from 'witan/semantics';",
      "const vectors: Promise<Float32Array[]> = createSemantics({ embedding: 'builtin' }).then(({ embed }) => embed(['text']));",
      'const nearest: { id: string; score: number }[] = createVectorIndex(3).search(new Float32Array(3), 1);',
      "const vote: 'vote' | 'abstention' = parseVote('VOTE: {}').kind;",
      "const result: Promise<DeliberationResult> = createCouncil({ cwd: '.' }).deliberate({ question: 'Which one is it?' });",
      '// @ts-expect-error a question is needed',
      'createCouncil().deliberate({});',
      'export { nearest, result, vectors, vote };',
    ];
    writeFileSync(path.join(folder, 'program.ts'), program.join('\n'));
    const compiler = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom'];
    await run(process.execPath, [compiler, ...options, '--types', '', 'program.ts'], { cwd: folder });
  });

  it('shows nothing of the machine it was built on', () => {
    const texts = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(c?js|ts|yaml|json)$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name));
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((file) => readFileSync(file, 'utf8').includes(ROOT))).toEqual([]);
  });
});

function machineWithoutCache(): { folder: string; version: () => Promise<string> } {
  const stateHome = scratchFolder('state');
  const env = { ...process.env, XDG_STATE_HOME: stateHome };
  return {
    folder: path.join(stateHome, 'witan/code'),
    version: async () =>
      (await run(process.execPath, [path.join(installed, 'dist', 'witan.cjs'), '--version'], { env })).stdout,
  };
}
