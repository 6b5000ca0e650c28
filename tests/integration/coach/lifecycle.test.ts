import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { openPage } from '../../support/coach-fixture.js';
import { freePort, spawnCoach, startCoach } from '../../support/coach-program.js';
import { keyOf } from '../../support/pages-fixture.js';
import { startView } from '../../support/view-program.js';
import { createEmptyMachine, type EmptyMachine } from '../cli-program.js';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

describe('witan coach --from-env', () => {
  it('1.1, 1.4: prints port and project, and answers /health', async () => {
    const { program, port, machine } = await fromEnvironment();
    expect(program.printed()).toContain(`Project ${machine.project}\n`);
    expect(program.printed()).toContain(`ready on port ${port}`);
    const health = await fetch(`http://localhost:${port}/health`);
    expect(health.status).toBe(200);
    const body = (await health.json()) as { uptime: number };
    expect(body).toEqual({ status: 'ok', uptime: expect.any(Number) });
    expect(body.uptime).toBeLessThan(600);
  });

  it('1.2, 1.3, 1.8: serves agents and pages without a key, closes both at a signal and exits with 0', async () => {
    const { program, port } = await fromEnvironment();
    const first = await initialize(port);
    const second = await initialize(port);
    expect(first.headers.get('mcp-session-id')).toMatch(/^[\da-f-]{36}$/);
    expect(second.headers.get('mcp-session-id')).not.toBe(first.headers.get('mcp-session-id'));
    const socket = new WebSocket(`ws://localhost:${port}/ws`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.send(JSON.stringify({ type: 'connection:hello', payload: HELLO }));
    const answer = await new Promise<string>((resolve) =>
      socket.once('message', (data: Buffer) => resolve(data.toString())),
    );
    expect(JSON.parse(answer)).toMatchObject({ type: 'connection:init', payload: { sessionId: null } });
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    expect(await program.end('SIGTERM')).toBe(0);
    expect(await closed).toBe(1001);
    for (const step of [
      'closing 2 sessions of agents',
      'closing 1 connections of pages',
      'closing the databases',
      'ended',
    ])
      expect(program.printed()).toContain(step);
  });

  it.each([
    [{}, 'PROJECT_DIR and ANTHROPIC_API_KEY are missing'],
    [{ ANTHROPIC_API_KEY: 'x' }, 'PROJECT_DIR is missing'],
    [{ PROJECT_DIR: '.', ANTHROPIC_API_KEY: '' }, 'ANTHROPIC_API_KEY is missing'],
  ])('1.5: exits with 1 and names what is missing with %j', async (environment, line) => {
    const program = spawnCoach({ args: ['--from-env'], environment });
    expect(await program.end()).toBe(1);
    expect(program.failed()).toContain(line);
  });

  it('1.6: exits with 1 for a project that does not exist', async () => {
    const environment = { PROJECT_DIR: '/no/such/project', ANTHROPIC_API_KEY: 'x' };
    const program = spawnCoach({ args: ['--from-env'], environment });
    expect(await program.end()).toBe(1);
    expect(program.failed()).toContain('/no/such/project does not exist');
  });

  it('1.7: makes its data folder, for its owner only, and ~/.paige without another one', async () => {
    const machine = createEmptyMachine();
    const folder = path.join(machine.home, 'new', 'data');
    const { program } = await fromEnvironment(machine, { DATA_DIR: folder });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(existsSync(path.join(folder, 'paige.db'))).toBe(true);
    await program.end('SIGINT');
    await fromEnvironment(machine);
    expect(existsSync(path.join(machine.home, '.paige', 'paige.db'))).toBe(true);
  });

  it('EC-01: exits with 1 if its port is taken', async () => {
    const stranger = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => stranger.listen(port, '127.0.0.1', resolve));
    onTestFinished(() => void stranger.close());
    const machine = createEmptyMachine();
    const environment = { PROJECT_DIR: machine.project, ANTHROPIC_API_KEY: 'x', PORT: String(port) };
    const program = spawnCoach({ machine, args: ['--from-env'], environment });
    expect(await program.end()).toBe(1);
    expect(program.failed()).toContain(`port ${port} is taken by another program; choose another one with PORT`);
  });

  it('EC-04: reads PORT of a .env file in the current folder, and nothing else', async () => {
    const machine = createEmptyMachine();
    const port = await freePort();
    const stolen = path.join(machine.home, 'stolen');
    const lines = [`PORT=${port}`, `DATA_DIR=${stolen}`, 'CHROMADB_URL=http://127.0.0.1:1', 'XDG_STATE_HOME=/nowhere'];
    writeFileSync(path.join(machine.project, '.env'), lines.join('\n'));
    const environment = { PROJECT_DIR: machine.project, ANTHROPIC_API_KEY: 'x' };
    const program = spawnCoach({ machine, args: ['--from-env'], environment });
    await program.prints(`ready on port ${port}`);
    expect(existsSync(stolen)).toBe(false);
    expect(existsSync(path.join(machine.home, '.paige', 'paige.db'))).toBe(true);
    expect(readdirSync(path.join(machine.home, '.local/state/witan'))).toHaveLength(1);
  });

  it('EC-05: ends with 0 if it is interrupted during its start', async () => {
    const machine = createEmptyMachine();
    const environment = { PROJECT_DIR: machine.project, ANTHROPIC_API_KEY: 'x', PORT: String(await freePort()) };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const program = spawnCoach({ machine, args: ['--from-env'], environment });
      await program.prints('starting for');
      expect(await program.end(signal)).toBe(0);
      expect(program.failed()).toBe('');
    }
  });

  it('refuses a page of a browser without the key', async () => {
    const { port } = await fromEnvironment();
    const url = `http://127.0.0.1:${port}`;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { origin: url });
    const status = await new Promise((resolve) =>
      socket.on('error', () => undefined).once('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
    );
    expect(status).toBe(401);
    expect((await initialize(port, { Origin: url })).status).toBe(401);
  });
});

describe('witan coach', () => {
  it('serves its page and the review pages, and a second command prints an address of the same server', async () => {
    const coach = await startCoach();
    const key = await keyOf(coach.address);
    const headers = { Authorization: `Bearer ${key}` };
    expect((await fetch(`${coach.url}/api/home`, { headers })).status).toBe(200);
    const second = spawnCoach({ machine: coach.machine, args: ['--no-open'] });
    expect(await second.end()).toBe(0);
    expect(second.printed()).toContain(`Page    ${coach.url}/coach#k=`);
    expect(await coach.end('SIGINT')).toBe(0);
  });

  it('opens, saves and watches files of the project', async () => {
    const machine = createEmptyMachine();
    writeFileSync(path.join(machine.project, 'a.ts'), 'old\n');
    const coach = await startCoach({ machine });
    const page = await openPage({ url: coach.url, key: await keyOf(coach.address) });
    page.send('connection:hello', HELLO);
    expect((await page.next('fs:tree')).payload.root.children).toMatchObject([{ name: 'a.ts', type: 'file' }]);
    page.send('file:open', { path: 'a.ts' });
    const { version } = (await page.next('fs:content')).payload;
    page.send('file:save', { path: 'a.ts', content: 'new\n', version });
    expect((await page.next('fs:save_ack')).payload.version).not.toBe(version);
    expect(readFileSync(path.join(machine.project, 'a.ts'), 'utf8')).toBe('new\n');
    page.send('file:save', { path: 'a.ts', content: 'too late\n', version });
    expect((await page.next('fs:save_error')).payload).toMatchObject({
      code: 'CONFLICT',
      stored: { content: 'new\n' },
    });
    page.send('file:open', { path: '../outside' });
    expect((await page.next('connection:error')).payload.code).toBe('FORBIDDEN_PATH');
    await expect
      .poll(async () => {
        writeFileSync(path.join(machine.project, 'b.ts'), String(Math.random()));
        return (await page.settled()).some(({ type }) => type === 'fs:tree_update');
      })
      .toBe(true);
  });

  it('gives back what was typed and not saved after kill -9', async () => {
    const machine = createEmptyMachine();
    writeFileSync(path.join(machine.project, 'a.ts'), 'old\n');
    const first = await startCoach({ machine });
    const page = await openPage({ url: first.url, key: await keyOf(first.address) });
    page.send('file:open', { path: 'a.ts' });
    const { version } = (await page.next('fs:content')).payload;
    page.send('buffer:update', { path: 'a.ts', content: 'typed', cursorPosition: { line: 1, column: 5 } });
    await page.settled();
    await first.end('SIGKILL');
    const second = await startCoach({ machine });
    expect(second.url).toBe(first.url);
    const again = await openPage({ url: second.url, key: await keyOf(second.address) });
    again.send('connection:hello', HELLO);
    const { state } = (await again.next('connection:init')).payload;
    expect(state.unsaved).toEqual([{ path: 'a.ts', content: 'typed', version }]);
  });

  it('has another server and another key than witan view', async () => {
    const machine = createEmptyMachine();
    const view = await startView(machine);
    const coach = await startCoach({ machine });
    expect(coach.url).not.toBe(view.url);
    const key = await keyOf(view.address);
    const initialized = await initialize(Number(new URL(coach.url).port), { Authorization: `Bearer ${key}` });
    expect(initialized.status).toBe(401);
    await expect(openPage({ url: coach.url, key })).rejects.toThrow('401');
  });

  it('writes where it is to a file for its owner only, and the key to nothing that it prints', async () => {
    const coach = await startCoach();
    const folder = path.join(coach.machine.home, '.local/state/witan');
    const [name = ''] = readdirSync(folder).filter((file) => /^coach-[\da-f]{16}\.json$/.test(file));
    const state = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { key: string; server: { url: string } };
    expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
    expect(state.server.url).toBe(coach.url);
    await coach.end('SIGTERM');
    expect(coach.printed() + coach.failed()).not.toContain(state.key);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [['nowhere'], '"nowhere" is not a folder', 2],
    [['--port', '80'], '--port 80 is not a port', 2],
    [['--from-env', '--port', '5000'], 'PROJECT_DIR', 2],
  ] as const)('says what is wrong with %j', async (args, line, exitCode) => {
    const program = spawnCoach({ args });
    expect(await program.end()).toBe(exitCode);
    expect(program.failed()).toContain(line);
  });
});

const HELLO = { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } };

async function fromEnvironment(
  machine: EmptyMachine = createEmptyMachine(),
  more: Readonly<Record<string, string>> = {},
) {
  const port = await freePort();
  const environment = { PROJECT_DIR: machine.project, ANTHROPIC_API_KEY: 'not-a-key', PORT: String(port), ...more };
  const program = spawnCoach({ machine, args: ['--from-env'], environment });
  await program.prints('ready on port');
  return { program, port, machine };
}

async function initialize(port: number, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    body: JSON.stringify(INITIALIZE),
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
  });
  await response.text();
  return response;
}
