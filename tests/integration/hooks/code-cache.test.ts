import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { guidanceProject, writeCall } from '../../support/guidance-project.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { HOOK, runHookProgram } from './hook-program.js';

/** A copy of the hook whose cache can be damaged. */
let hook = '';
let whole = Buffer.alloc(0);

beforeAll(() => {
  const folder = scratchFolder('code-cache');
  for (const file of readdirSync(dirname(HOOK))) {
    if (file.startsWith('hook') && !file.endsWith('.cache'))
      cpSync(join(dirname(HOOK), file), join(folder, file), { recursive: true });
  }
  hook = join(folder, 'hook.cjs');
});

const cacheHome = scratchFolder('cache-home');
const cacheFile = () => {
  const folder = join(cacheHome, 'witan');
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.cache')) ?? 'none');
};
const callWith = (options: readonly string[], home: string) =>
  runHookProgram('pre-tool-use', writeCall(guidanceProject(), 'plugin.json'), {
    args: [...options, hook],
    environment: { XDG_CACHE_HOME: home, CLAUDECODE: '1' },
  });
const call = () => callWith([], cacheHome);

describe("the hook's code cache", () => {
  it('is made by the first start that has none, and used by the next', async () => {
    mkdirSync(join(cacheHome, 'witan'), { recursive: true });
    expect((await call()).stdout).toContain('"deny"');
    whole = readFileSync(cacheFile());
    expect((await call()).stdout).toContain('"deny"');
    expect(readFileSync(cacheFile()).equals(whole)).toBe(true);
  });

  it.each([0, 1, 16, 4_096, 0.5, 0.99])('cut off at %s does no harm, and is replaced by a whole one', async (at) => {
    writeFileSync(cacheFile(), whole.subarray(0, at < 1 ? Math.floor(whole.length * at) : at));
    expect(await call()).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining('"deny"') });
    expect(readFileSync(cacheFile()).length).toBeGreaterThan(whole.length / 2);
  });

  // In the header of V8, in its code, in the copy, and at the end.
  it.each([0.0001, 0.01, 0.1, 0.2, 0.3, 0.4, 0.45, 0.49, 0.6, 0.9])(
    'garbled at %s of its length does no harm',
    async (share) => {
      const garbled = Buffer.from(whole);
      const at = Math.floor(whole.length * share);
      for (let index = at; index < at + 64; index++) garbled[index] = (garbled[index] ?? 0) ^ 0xa5;
      writeFileSync(cacheFile(), garbled);
      expect(await call()).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining('"deny"') });
    },
  );

  it('does no harm if it is a folder, a broken link or not readable', async () => {
    const file = cacheFile();
    for (const make of [`rm -rf "$1"; mkdir "$1"`, `rm -rf "$1"; ln -s nowhere "$1"`, `rm -rf "$1"; mkfifo "$1"`]) {
      spawnSync('sh', ['-c', make, 'sh', file]);
      expect(await call()).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining('"deny"') });
    }
  });
});

// V8 takes no cache that was made with other options.
describe('a code cache that V8 refuses', () => {
  const cachesIn = (home: string) =>
    readdirSync(join(home, 'witan'))
      .filter((name) => name.endsWith('.cache'))
      .sort()
      .map((name) => `${name} ${statSync(join(home, 'witan', name)).ino}`);

  it('is replaced by a new one if it is the shipped one, which is created once and then used', async () => {
    const made = scratchFolder('cache-home');
    await callWith([], made);
    const name = readdirSync(join(made, 'witan')).find((file) => file.endsWith('.cache')) ?? '';
    const shipped = join(dirname(hook), name);
    cpSync(join(made, 'witan', name), shipped);
    try {
      const home = scratchFolder('cache-home');
      expect((await callWith(['--stack-size=900'], home)).stdout).toContain('"deny"');
      const first = cachesIn(home);
      expect(first).toHaveLength(1);
      for (let time = 0; time < 2; time++) await callWith(['--stack-size=900'], home);
      expect(cachesIn(home)).toEqual(first);
    } finally {
      rmSync(shipped);
    }
  });

  it('is not replaced at every call if it is their own: other options have another one', async () => {
    const home = scratchFolder('cache-home');
    for (const options of [[], ['--stack-size=900']]) await callWith(options, home);
    const both = cachesIn(home);
    expect(both).toHaveLength(2);
    for (const options of [[], ['--stack-size=900'], []]) {
      expect((await callWith(options, home)).stdout).toContain('"deny"');
    }
    expect(cachesIn(home)).toEqual(both);
  });
});
