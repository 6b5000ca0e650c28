import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { type ProcessIdentity, thisProcess } from '../../../src/kernel/process-identity.js';
import { type ChildRequest, endChildrenOf, runChild } from '../../../src/processes/index.js';
import { ownerMark } from '../../../src/processes/marked-processes.js';
import { processesWith, waitUntil } from '../../support/running-processes.js';

/** Beside the child and its child, one that left the group, where such a one can be found. */
const ESCAPE = process.platform === 'linux' ? `setsid sh -c 'for turn in $(seq 300); do sleep 0.2; done' "$0" &` : '';
const MARKED_PROCESSES = ESCAPE === '' ? 2 : 3;

/** Our process is killed before it knows the id of the child that it has started. */
const KILLED_AFTER_SPAWN = `
  const processes = require('node:child_process');
  const { spawn } = processes;
  processes.spawn = (command, ...rest) => {
    const child = spawn(command, ...rest);
    if (command === 'sh') process.kill(process.pid, 'SIGKILL');
    return child;
  };`;

describe('runChild', () => {
  it('hands over the input and returns both outputs', async () => {
    expect(await shell('cat; echo warning >&2', { stdin: 'from us' })).toEqual({
      ok: true,
      value: { stdout: 'from us', stderr: 'warning\n' },
    });
  });

  it('keeps characters whole when they arrive in pieces', async () => {
    const outcome = await shell(`printf '\\303'; sleep 0.05; printf '\\251'`);
    expect(outcome).toMatchObject({ ok: true, value: { stdout: 'é' } });
  });

  it('gives the child exactly the environment it was handed, and its own mark', async () => {
    const outcome = await shell('env | sort | grep -v ^PWD | grep -v ^_ | grep -v ^SHLVL', {
      env: { PATH: '/usr/bin:/bin', A: '1' },
    });
    const lines = outcome.ok ? outcome.value.stdout.trim().split('\n') : [];
    expect(lines).toEqual(['A=1', 'PATH=/usr/bin:/bin', expect.stringMatching(/^WITAN_CHILD=[0-9a-f./-]{1,100}$/)]);
  });

  it('keeps what a failing program said', async () => {
    expect(await shell('echo out; echo cause >&2; exit 4')).toEqual({
      ok: false,
      error: { kind: 'exited', code: 4, output: { stdout: 'out\n', stderr: 'cause\n' } },
    });
  });

  it('keeps the end of a long standard error, which has the cause', async () => {
    const outcome = await shell('yes noise | head -c 300000 >&2; echo the cause >&2; exit 1');
    const stderr = !outcome.ok && outcome.error.kind === 'exited' ? outcome.error.output.stderr : '';
    expect(stderr.endsWith('the cause\n')).toBe(true);
    expect(stderr.length).toBeLessThanOrEqual(64 * 1024);
  });

  it('accepts output up to its limit and no byte more', async () => {
    const limit = { maxOutputBytes: 65_536 };
    expect(await shell('head -c 65536 /dev/zero', limit)).toMatchObject({ ok: true });
    expect(await shell('head -c 65537 /dev/zero', limit)).toMatchObject({
      ok: false,
      error: { kind: 'output_too_large', limitBytes: 65_536 },
    });
  });

  it.each([
    ['not_found', { command: 'no-such-program' }],
    ['not_executable', { command: '/etc/passwd' }],
    ['arguments_too_long', { args: ['-c', 'x'.repeat(200_000)] }],
    ['not_started', { cwd: '/no/such/folder' }],
    ['not_started', { args: ['-c', 'nul \0 byte'] }],
  ])('gives %s as a value', async (kind, changes) => {
    expect(await runChild({ ...request('true'), ...changes })).toMatchObject({ ok: false, error: { kind } });
  });

  it('starts nothing when it is cancelled before it begins', async () => {
    const marker = join(homedir(), 'started');
    const outcome = await shell(`touch ${marker}`, { signal: AbortSignal.abort() });
    expect(outcome).toEqual({ ok: false, error: { kind: 'cancelled' } });
    expect(existsSync(marker)).toBe(false);
  });

  it('does not wait for a descendant that left the group and keeps the pipe open', async () => {
    const outcome = await shell('setsid sleep 4 & echo done', { timeoutMs: 3000 });
    expect(outcome).toMatchObject({ ok: true, value: { stdout: 'done\n' } });
  });

  it.runIf(process.platform === 'linux')('ends a descendant that left the group, after any ending', async () => {
    const marker = `gone-${randomUUID()}`;
    const started = join(homedir(), marker);
    const loop = `touch ${started}; trap "" TERM; while :; do sleep 0.1; done`;
    const leave = `rm -f ${started}; setsid sh -c '${loop}' ${marker} & until [ -e ${started} ]; do sleep 0.02; done`;
    await shell(`${leave}; echo done`);
    await shell(`${leave}; exit 3`);
    await shell(`${leave}; sleep 20`, { timeoutMs: 1000 });
    expect(processesWith(marker)).toEqual([]);
  });

  it('leaves processes with marks of others alone', async () => {
    const marker = `other-${randomUUID()}`;
    const other = spawn('sh', ['-c', 'while :; do sleep 0.1; done', marker], {
      env: { PATH: process.env.PATH, WITAN_CHILD: randomUUID() },
    });
    await shell('setsid sleep 4 & echo done');
    expect(processesWith(marker)).toHaveLength(1);
    other.kill('SIGKILL');
  });

  it.each([2 ** 31, 3e9, Number.POSITIVE_INFINITY])('accepts a time limit of %d ms', async (timeoutMs) => {
    expect(await shell('sleep 0.2; echo done', { timeoutMs })).toMatchObject({ ok: true });
  });

  it('lets no listener pile up on a signal that many calls share', async () => {
    const controller = new AbortController();
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(warning.name);
    process.on('warning', note);
    await Promise.all(Array.from({ length: 4 }, () => shell('true', { signal: controller.signal })));
    for (let call = 0; call < 12; call++) await shell('true', { signal: controller.signal });
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('leaves no child behind when our own process ends in the middle', async () => {
    const marker = `left-behind-${randomUUID()}`;
    const program = await bundledProgram(marker);
    const ours = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'inherit'] });
    await waitUntil('all three run', () => processesWith(marker).length >= MARKED_PROCESSES);
    ours.stdin?.end('exit now');
    await waitUntil('no process is left', () => processesWith(marker).length === 0);
  });

  it.runIf(process.platform === 'linux').each([
    ['while it runs, nor one that left its group', ESCAPE, ''],
    ['in the instant in which the child was started', '', KILLED_AFTER_SPAWN],
    ['while it runs without any environment', 'test -n "$CLEARED" || exec env -i CLEARED=1 sh -c "$1" "$0" "$1";', ''],
  ])('leaves no child alive 5 s after our own process was killed with -9 %s', async (_when, beginning, patch) => {
    const marker = `killed-${randomUUID()}`;
    const program = await bundledProgram(marker, { beginning, patch });
    const ours = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'inherit'] });
    const exited = once(ours, 'exit');
    if (patch === '') {
      await waitUntil('all run', () => processesWith(marker).length >= (beginning === ESCAPE ? 3 : 2));
      ours.kill('SIGKILL');
    }
    expect(await exited).toEqual([null, 'SIGKILL']);
    const watched = () => processesWith('witan-watcher').some((line) => line.includes(`-${ours.pid}-`));
    await waitUntil('none is left', () => !watched() && processesWith(marker).length === 0, 5_000);
  });

  it.runIf(process.platform === 'linux')('leaves no watcher behind after an orderly end', async () => {
    const program = await bundledProgram(`orderly-${randomUUID()}`);
    const ours = spawn(process.execPath, [program], { stdio: ['pipe', 'ignore', 'inherit'] });
    const watchers = () => processesWith('witan-watcher').filter((line) => line.includes(`-${ours.pid}-`));
    await waitUntil('it is watched', () => watchers().length === 1);
    ours.stdin?.end('exit now');
    await once(ours, 'exit');
    expect(watchers()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('ends the children of a process that is gone, and of no other', async () => {
    const marker = `orphan-${randomUUID()}`;
    const gone = { ...thisProcess(), pid: 4_200_000_000 };
    const start = (owner: ProcessIdentity) =>
      spawn('sh', ['-c', 'while :; do sleep 0.1; done', marker], {
        env: { PATH: process.env.PATH, WITAN_CHILD: `${ownerMark(owner)}${randomUUID()}` },
      });
    const [ofGone, ofLiving] = [start(gone), start(thisProcess())];
    const ended = once(ofGone, 'exit');
    await endChildrenOf(thisProcess());
    await endChildrenOf(gone);
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(processesWith(marker)).toHaveLength(1);
    ofLiving.kill('SIGKILL');
  });
});

function request(script: string): ChildRequest {
  return {
    command: 'sh',
    args: ['-c', script],
    env: { PATH: process.env.PATH ?? '' },
    cwd: tmpdir(),
    timeoutMs: 15_000,
    graceMs: 200,
  };
}

function shell(script: string, changes: Partial<ChildRequest> = {}) {
  return runChild({ ...request(script), ...changes });
}

/** A program that runs a child which ignores TERM, and exits when its own input ends. */
async function bundledProgram(marker: string, { beginning = ESCAPE, patch = '' } = {}): Promise<string> {
  const source = fileURLToPath(new URL('../../../src/processes/index.ts', import.meta.url));
  const stubborn = `${beginning} trap "" TERM; sh -c 'for turn in $(seq 300); do sleep 0.2; done' "$0" & for turn in $(seq 300); do sleep 0.2; done`;
  const entry = join(homedir(), 'entry.ts');
  const outfile = join(homedir(), 'program.cjs');
  const args = JSON.stringify(['-c', stubborn, marker, stubborn]);
  writeFileSync(
    entry,
    `import { runChild } from ${JSON.stringify(source)};
     ${patch}
     process.stdin.resume().on('end', () => process.exit(0));
     void runChild({ command: 'sh', args: ${args}, env: { PATH: process.env.PATH }, cwd: '/', timeoutMs: 60000 });`,
  );
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
  return outfile;
}
