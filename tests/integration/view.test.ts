import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keyOf } from '../support/pages-fixture.js';
import { startView } from '../support/view-program.js';
import { createEmptyMachine, createMachineWithModels, type EmptyMachine, WITAN } from './cli-program.js';

describe('witan view', () => {
  it('prints an address that works once, and a second command prints one of the same server', async () => {
    const view = await startView();
    expect(view.printed()).toMatch(/^Pages {3}http:\/\/127\.0\.0\.1:47[67]\d\d\/#k=[\w-]{43}\n/);
    const key = await keyOf(view.address);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(await keyOf(view.address)).toBeUndefined();
    const second = await view.newAddress();
    expect(new URL(second).origin).toBe(view.url);
    expect(await keyOf(second)).toBe(key);
  });

  it('ends at Ctrl-C with code 0 although pages listen, and prints nothing about them', async () => {
    const view = await startView();
    const headers = { Authorization: `Bearer ${await keyOf(view.address)}` };
    const streams = await Promise.all(
      Array.from({ length: 5 }, async () => (await fetch(`${view.url}/api/changes`, { headers })).body?.getReader()),
    );
    for (const stream of streams) await stream?.read();
    // A page that is closed while it listens is no news either.
    await streams.pop()?.cancel();
    const before = view.printed();
    expect(await view.end()).toBe(0);
    expect(view.printed()).toBe(before);
  });

  it('A server keeps its address after kill -9 and gets a new key.', async () => {
    const first = await startView();
    const key = await keyOf(first.address);
    await first.end('SIGKILL');
    const second = await startView(first.machine);
    expect(second.url).toBe(first.url);
    expect(await keyOf(second.address)).not.toBe(key);
  });

  it('is one server when two commands start at the same time', async () => {
    const machine = createEmptyMachine();
    const started = await Promise.allSettled([startView(machine), startView(machine)]);
    const served = started.filter(({ status }) => status === 'fulfilled');
    // The other one prints an address and ends, which `startView` calls a failure.
    expect(served).toHaveLength(1);
    expect(started.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expect.objectContaining({ message: expect.stringContaining('http://127.0.0.1:') }),
    });
  });

  it('leaves its key in the state file only, which is for its owner and outside the project', async () => {
    const view = await startView();
    const key = await keyOf(view.address);
    const headers = { Authorization: `Bearer ${key}` };
    expect((await fetch(`${view.url}/api/home`, { headers })).status).toBe(200);
    expect((await fetch(`${view.url}/api/nothing`, { headers })).status).toBe(404);
    const { home, project } = view.machine;
    const withKey = [...filesBelow(home), ...filesBelow(project)].filter((file) =>
      readFileSync(file, 'latin1').includes(key),
    );
    expect(withKey).toHaveLength(1);
    expect(path.dirname(withKey[0] ?? '')).toBe(path.join(home, '.local/state/witan'));
    expect(statSync(withKey[0] ?? '').mode & 0o777).toBe(0o600);
    expect(view.printed()).not.toContain(key);
    expect(readFileSync(`/proc/${view.processId}/cmdline`, 'latin1')).not.toContain(key);
    expect(execFileSync('ps', ['axww', '-o', 'args='], { encoding: 'utf8' })).not.toContain(key);
    expect(existsSync(path.join(project, '.witan'))).toBe(false);
  });

  it('gives neither key nor code to results, transcripts, exports, records and logs of a deliberation', async () => {
    const machine = createMachineWithModels();
    const view = await startView(machine);
    const code = new URL(view.address).hash.slice('#k='.length);
    const key = await keyOf(view.address);
    const question = ['Should the queue use PostgreSQL?', '-p', 'first:plain', '-p', 'second:plain'];
    const printed = [
      await machine.witan(['deliberate', ...question]),
      await machine.witan(['deliberate', ...question, '--json']),
      await machine.witan(['deliberations', 'show', 'last']),
      await machine.witan(['deliberations', 'export', 'last', '--markdown']),
      await machine.witan(['deliberations', 'export', 'last', '--html']),
    ];
    expect(printed.map(({ exitCode }) => exitCode)).toEqual(printed.map(() => 0));
    expect(printed[1]?.stdout).toContain(`"view_url": "${view.url}/deliberations/`);
    const result = await deliberateOverMcp(machine);
    expect(result).toContain(`${view.url}/deliberations/`);
    const page = await fetch(view.url);
    const texts = [...printed.map(({ stdout, stderr }) => stdout + stderr), result, await page.text()];
    const files = [...filesBelow(machine.home), ...filesBelow(machine.project)];
    expect(files.some((file) => file.includes('transcripts'))).toBe(true);
    const stored = files.filter((file) => !file.includes('/.local/state/witan/'));
    for (const secret of [key, code]) {
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
      expect(stored.filter((file) => readFileSync(file, 'latin1').includes(secret))).toEqual([]);
    }
    expect(execFileSync('ps', ['axww', '-o', 'args='], { encoding: 'utf8' })).not.toContain(code);
  }, 60_000);

  it('leaves a port to the program that has it', async () => {
    const first = await startView();
    await first.end();
    const port = Number(new URL(first.url).port);
    const stranger = createServer((_, response) => response.end('{"proof":"x","code":"y"}'));
    await new Promise<void>((resolve) => stranger.listen(port, '127.0.0.1', resolve));
    onTestFinished(() => void stranger.close());
    expect((await startView(first.machine)).url).not.toBe(first.url);
  });
});

describe('witan view says in one line', () => {
  it.each(['80', '0', '70000', 'abc', '1e4', '-5', '47600.5'])('that %s is no port', async (port) => {
    const { exitCode, stdout, stderr } = await createEmptyMachine().witan(['view', '--no-open', `--port=${port}`]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toBe(`witan: --port ${port} is not a port; use a number from 1024 to 65535\n`);
  });

  it('that a port is taken', async () => {
    const stranger = createServer();
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void stranger.close());
    const { port } = stranger.address() as AddressInfo;
    const { exitCode, stderr } = await createEmptyMachine().witan(['view', '--no-open', '--port', String(port)]);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`witan: port ${port} is taken by another program; choose another one with --port\n`);
  });

  it('that it runs at another port', async () => {
    const view = await startView();
    const other = await startView(view.machine, ['--port', '1024']).catch((error: Error) => error.message);
    expect(other).toBe(
      `witan view ended: witan: the pages of this project are served at ${view.url}; end that \`witan view\` first, or leave out --port\n`,
    );
  });

  it('that there is no such deliberation', async () => {
    const { exitCode, stderr } = await createEmptyMachine().witan(['view', '--no-open', 'last']);
    expect(exitCode).toBe(2);
    expect(stderr).toBe('witan: no deliberation is recorded here yet; `witan deliberate` begins one\n');
  });

  it('that the home folder cannot be written, or is missing', async () => {
    const machine = createEmptyMachine();
    const file = path.join(machine.home, 'file');
    writeFileSync(file, '');
    const start = (HOME: string) => machine.witan(['view', '--no-open'], { environment: { HOME } });
    const unusable = await start(path.join(file, 'home'));
    expect(unusable.stderr).toMatch(
      /^witan: \S+\/\.local\/state\/witan cannot be used \(.*\); set XDG_STATE_HOME to a folder that you can write\n$/,
    );
    expect(unusable.exitCode).toBe(1);
    const missing = await start('');
    expect(missing).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'witan: there is no home folder; set HOME or XDG_STATE_HOME\n',
    });
  });
});

it('starts with a state file that is a link, does not believe it, and leaves what a link leads to', async () => {
  const machine = createEmptyMachine();
  const first = await startView(machine);
  const folder = path.join(machine.home, '.local/state/witan');
  const [name = ''] = readdirSync(folder);
  const state = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as object;
  await first.end();
  const planted = path.join(machine.home, 'planted.json');
  const key = 'p'.repeat(43);
  writeFileSync(planted, JSON.stringify({ ...state, key }));
  symlinkSync(planted, path.join(folder, name));
  expect(await keyOf((await startView(machine)).address)).not.toBe(key);
  expect(readFileSync(planted, 'utf8')).toContain(key);
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** What an agent is given for a deliberation, as it comes over the wire. */
async function deliberateOverMcp({ home, project }: EmptyMachine): Promise<string> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const env = { HOME: home, PATH: path.dirname(process.execPath), OLLAMA_HOST: 'http://127.0.0.1:1' };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [WITAN, 'serve'],
      cwd: project,
      env,
      stderr: 'ignore',
    }),
  );
  onTestFinished(() => client.close());
  const participants = ['first', 'second'].map((cli) => ({ cli, model: 'plain' }));
  const input = { question: 'Should the log use PostgreSQL?', participants, working_directory: project };
  return JSON.stringify(await client.callTool({ name: 'deliberate', arguments: input }));
}
