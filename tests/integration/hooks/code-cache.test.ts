import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guidanceProject, writeCall } from '../../support/guidance-project.js';
import { isRoot, OTHER_USER } from '../../support/other-user.js';
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

const stateHome = scratchFolder('state-home');
const cacheFile = () => {
  const folder = join(stateHome, 'witan/code');
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.cache')) ?? 'none');
};
const callWith = (options: readonly string[], home: string, program = hook) =>
  runHookProgram('pre-tool-use', writeCall(guidanceProject(), 'plugin.json'), {
    args: [...options, program],
    environment: { XDG_STATE_HOME: home, CLAUDECODE: '1' },
  });
const call = () => callWith([], stateHome);

describe("the hook's code cache", () => {
  it('is made by the first start that has none, and used by the next', async () => {
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

// V8 compares the length of the source only, and runs what the cache contains.
describe('a code cache with other code than the bundle', () => {
  let planted = '';

  beforeEach(async () => {
    const folder = scratchFolder('other-code');
    cpSync(dirname(hook), folder, { recursive: true });
    const main = join(folder, 'hook-main.cjs');
    writeFileSync(main, readFileSync(main, 'utf8').replaceAll(/\bdeny\b/g, 'evil'));
    const home = scratchFolder('state-home');
    await callWith([], home, join(folder, 'hook.cjs'));
    const [name = ''] = readdirSync(join(home, 'witan/code'));
    planted = join(stateHome, 'witan/code', name);
    rmSync(planted, { recursive: true, force: true });
    cpSync(join(home, 'witan/code', name), planted);
    chmodSync(planted, 0o600);
  });

  afterEach(() => chmodSync(dirname(planted), 0o700));

  it('shows that the next tests would notice: as a file that only this user can write, it is run.', async () => {
    expect((await call()).stdout).toContain('"evil"');
  });

  it.each(['620', '602'])('is replaced if others can write to the file (%s).', async (mode) => {
    chmodSync(planted, Number.parseInt(mode, 8));
    expect((await call()).stdout).toContain('"deny"');
    expect(statSync(planted).mode & 0o777).toBe(0o600);
    expect((await call()).stdout).toContain('"deny"');
  });

  it.each(['770', '1777'])('is not run from a folder that others can write to (%s).', async (mode) => {
    chmodSync(dirname(planted), Number.parseInt(mode, 8));
    expect((await call()).stdout).toContain('"deny"');
  });

  it('is not run if it or its folder belongs to another user.', async ({ skip }) => {
    skip(!isRoot, 'only root can give a file to another user');
    chownSync(dirname(planted), OTHER_USER, OTHER_USER);
    expect((await call()).stdout).toContain('"deny"');
    chownSync(dirname(planted), 0, 0);
    chownSync(planted, OTHER_USER, OTHER_USER);
    expect((await call()).stdout).toContain('"deny"');
  });
});

// V8 takes no cache that was made with other options.
describe('a code cache that V8 refuses', () => {
  const cachesIn = (home: string) =>
    readdirSync(join(home, 'witan/code'))
      .filter((name) => name.endsWith('.cache'))
      .sort()
      .map((name) => `${name} ${statSync(join(home, 'witan/code', name)).ino}`);

  it('is replaced by a new one if it is the shipped one, which is created once and then used', async () => {
    const made = scratchFolder('state-home');
    await callWith([], made);
    const name = readdirSync(join(made, 'witan/code')).find((file) => file.endsWith('.cache')) ?? '';
    const shipped = join(dirname(hook), name);
    cpSync(join(made, 'witan/code', name), shipped);
    try {
      const home = scratchFolder('state-home');
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
    const home = scratchFolder('state-home');
    for (const options of [[], ['--stack-size=900']]) await callWith(options, home);
    const both = cachesIn(home);
    expect(both).toHaveLength(2);
    for (const options of [[], ['--stack-size=900'], []]) {
      expect((await callWith(options, home)).stdout).toContain('"deny"');
    }
    expect(cachesIn(home)).toEqual(both);
  });
});
