import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosePrograms } from '../../../../../src/council/evidence/sandbox/choose-programs.js';
import { findSandbox, probeSandbox } from '../../../../../src/council/evidence/sandbox/find-sandbox.js';
import { sandboxArguments } from '../../../../../src/council/evidence/sandbox/sandbox-arguments.js';
import { runChild } from '../../../../../src/processes/index.js';
import { scratchFolder } from '../../../../support/scratch-folder.js';

const sandbox = await findSandbox();
if (!sandbox.ok) console.warn(`skipped: ${sandbox.error}`);

describe.skipIf(!sandbox.ok)('the sandbox of commands', () => {
  const root = scratchFolder('sandboxed');
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src', 'one.txt'), 'one\n');
  symlinkSync('/etc/passwd', join(root, 'out'));

  /** Runs a shell where a command would be, as a program would that turned against us. */
  async function inside(script: string, isProjectShown = true): Promise<string> {
    if (!sandbox.ok) return '';
    const { system, bwrap } = sandbox.value;
    const ended = await runChild({
      command: bwrap,
      args: sandboxArguments(system, ['/bin/sh', '-c', script], isProjectShown ? root : undefined),
      env: { SECRET_OF_THE_PARENT: 'value-of-the-parent' },
      cwd: '/',
      timeoutMs: 10_000,
    });
    const output = ended.ok ? ended.value : 'output' in ended.error ? ended.error.output : { stdout: '', stderr: '' };
    return output.stdout + output.stderr;
  }

  it('shows the project and the programs, and nothing else', async () => {
    expect(await inside('cat src/one.txt')).toBe('one\n');
    const names = (await inside('ls /')).split('\n').filter(Boolean);
    const [home = ''] = root.split('/').filter(Boolean);
    expect(names.filter((name) => !/^(usr|bin|lib\w*|proc)$/.test(name))).toEqual([home]);
    const said = await inside('cat out /etc/passwd');
    expect(said).toContain('cat: out: No such file');
    expect(said).toContain('cat: /etc/passwd: No such file');
  });

  it('shows no file of the project where a command reads checked descriptors', async () => {
    expect(await inside(`ls ${root}`, false)).toContain('No such file');
  });

  it('lets nothing be written', async () => {
    await inside(`echo changed > src/one.txt; rm src/one.txt; echo new > ${root}/new`);
    expect(readFileSync(join(root, 'src', 'one.txt'), 'utf8')).toBe('one\n');
    expect(await inside('ls')).toBe('out\nsrc\n');
  });

  it('has an environment of its own', async () => {
    expect(await inside('cat /proc/self/environ')).not.toContain('value-of-the-parent');
  });

  it('has no network and sees no other process', async () => {
    const interfaces = await inside('cat /proc/net/dev');
    const named = [...interfaces.matchAll(/^\s*(\w+):/gm)].map(([, name]) => name);
    expect(named.filter((name) => name !== 'lo')).toEqual([]);
    expect(await inside(`ls /proc | grep -c '^[0-9]'`)).toMatch(/^[1-5]\n$/);
    expect(await inside(`kill -0 ${process.pid} && echo reached`)).not.toContain('reached');
  });

  it('drops every capability', async () => {
    expect(await inside('grep CapEff /proc/self/status')).toMatch(/CapEff:\s+0+\n/);
  });
});

describe('a machine without a sandbox', () => {
  it('says what is missing', async () => {
    const probed = await probeSandbox('/nonexistent');
    expect(probed.ok).toBe(false);
    if (!probed.ok) expect(probed.error).toMatch(/bwrap is not installed|Linux only/);
  });

  it('has our own code do the work where the sandbox is off', async () => {
    expect(await choosePrograms('off')).toEqual({ ok: true, value: null });
  });

  it('gets an error with a remedy where a sandbox is required', async () => {
    const chosen = await choosePrograms('require', async () => ({ ok: false, error: 'bwrap is not installed' }));
    expect(chosen.ok).toBe(false);
    if (!chosen.ok) expect(chosen.error).toMatch(/require.*bwrap is not installed; install bubblewrap/);
    expect(await choosePrograms('auto', async () => ({ ok: false, error: 'no' }))).toEqual({ ok: true, value: null });
  });
});
