import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { choosePrograms } from '../../../../../src/council/evidence/sandbox/choose-programs.js';
import { findSandbox, probeSandbox } from '../../../../../src/council/evidence/sandbox/find-sandbox.js';
import { sandboxArguments } from '../../../../../src/council/evidence/sandbox/sandbox-arguments.js';
import { runChild } from '../../../../../src/processes/index.js';
import { scratchFolder } from '../../../../support/scratch-folder.js';

const sandbox = await findSandbox();
if (!sandbox.ok) console.warn(`skipped: ${sandbox.error}`);

describe.skipIf(!sandbox.ok)('the sandbox of commands', () => {
  const root = scratchFolder('sandboxed');
  writeFileSync(join(root, 'one.txt'), 'one\n');

  /** Runs a shell where a command would be, as a program would that turned against us; /proc shows what it has. */
  async function inside(script: string): Promise<string> {
    if (!sandbox.ok) return '';
    const { system, bwrap } = sandbox.value;
    const [before, after] = split(sandboxArguments(system, ['/bin/sh', '-c', script]));
    const ended = await runChild({
      command: bwrap,
      args: [...before, '--proc', '/proc', ...after],
      env: { SECRET_OF_THE_PARENT: 'value-of-the-parent' },
      cwd: '/',
      timeoutMs: 10_000,
    });
    const output = ended.ok ? ended.value : 'output' in ended.error ? ended.error.output : { stdout: '', stderr: '' };
    return output.stdout + output.stderr;
  }

  function split(args: readonly string[]): [readonly string[], readonly string[]] {
    const end = args.indexOf('--');
    return [args.slice(0, end), args.slice(end)];
  }

  it('shows the programs, and no other file', async () => {
    const names = (await inside('ls /')).split('\n').filter(Boolean);
    expect(names.filter((name) => !/^(usr|bin|lib\w*|proc)$/.test(name))).toEqual([]);
    expect(await inside(`cat ${root}/one.txt /etc/passwd`)).toMatch(/one\.txt: No such file.*\n.*passwd: No such file/);
  });

  it('lets nothing be written', async () => {
    expect(await inside('echo new > /usr/new; touch /new; ls /usr/new')).toMatch(/Read-only|cannot create/);
    expect(readFileSync(join(root, 'one.txt'), 'utf8')).toBe('one\n');
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

describe('the programs of the system', () => {
  it('are not looked for in the path, which may lead into a project', async () => {
    const folder = scratchFolder('path');
    for (const name of ['bwrap', 'grep', 'only-here']) {
      writeFileSync(join(folder, name), `#!/bin/sh\ntouch ${folder}/ran\n`);
      chmodSync(join(folder, name), 0o755);
    }
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    vi.resetModules();
    const { findSystemProgram } = await import('../../../../../src/council/evidence/sandbox/find-system-program.js');
    expect(await findSystemProgram('only-here')).toBeUndefined();
    await probeSandbox(findSystemProgram);
    vi.unstubAllEnvs();
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});

describe('a machine without a sandbox', () => {
  it('says what is missing', async () => {
    const probed = await probeSandbox(async () => undefined);
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
