import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  childEnvironment,
  DEMO,
  FIXTURES,
  HANGING,
  hangingPanel,
  isAlive,
  LAUNCHER,
  makeProject,
  processIds,
  startServeSession,
} from '../support/serve-session.js';

const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';
const WAIT = { timeout: 10_000, interval: 20 };
let server: ChildProcessWithoutNullStreams | undefined;
afterEach(() => {
  server?.kill('SIGKILL');
});

describe('the life of a server', () => {
  it('ends the processes of a cancelled deliberation, and still serves', async () => {
    const { config, pidFile } = hangingPanel();
    const { client, call } = await startServeSession(config);
    const controller = new AbortController();
    const running = client.callTool(
      { name: 'deliberate', arguments: { question: QUESTION, participants: HANGING } },
      undefined,
      { signal: controller.signal },
    );
    await expect.poll(() => processIds(pidFile).length, WAIT).toBe(4);
    controller.abort();
    await expect(running).rejects.toThrow();
    await expect.poll(() => processIds(pidFile).filter(isAlive), WAIT).toEqual([]);
    const next = await call('deliberate', { question: QUESTION, participants: DEMO, mode: 'quick' });
    expect(next.content.status).toBe('complete');
    await client.close();
  });

  it.each([
    ['its input is closed', (child: ChildProcessWithoutNullStreams) => child.stdin.end()],
    ['its output is no longer read', breakOutput],
    ['it is asked to end', (child: ChildProcessWithoutNullStreams) => child.kill('SIGTERM')],
    ['it is interrupted', (child: ChildProcessWithoutNullStreams) => child.kill('SIGINT')],
  ])('exits with 0 and leaves no process behind when %s', async (_, end) => {
    const { config, pidFile } = hangingPanel();
    const child = startRaw(config);
    const exited = once(child, 'exit');
    send(child, { id: 1, method: 'tools/call', params: deliberation() });
    await expect.poll(() => processIds(pidFile).length, WAIT).toBe(4);
    end(child);
    expect(await exited).toEqual([0, null]);
    await expect.poll(() => processIds(pidFile).filter(isAlive), WAIT).toEqual([]);
  });

  it('survives an unhandled rejection of a library', async () => {
    const child = startRaw('', 'rejecting-library.cjs');
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString();
    });
    await expect.poll(() => complaints, WAIT).toContain('a library forgot this');
    const exited = once(child, 'exit');
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
  });

  it('ends in order with 1 after an uncaught exception, and says so on standard error only', async () => {
    const child = startRaw('', 'throwing-library.cjs');
    let output = '';
    let complaints = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString();
    });
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(complaints).toContain('a library broke');
    expect(output).not.toContain('a library broke');
  });

  it('survives lines that are not part of the protocol', async () => {
    const child = startRaw('');
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stdin.write('not json\n{"jsonrpc":"2.0"}\n[]\n\n');
    send(child, { id: 7, method: 'ping' });
    await expect.poll(() => output, WAIT).toContain('{"result":{},"jsonrpc":"2.0","id":7}\n');
    const exited = once(child, 'exit');
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
  });
});

function startRaw(config: string, library?: string): ChildProcessWithoutNullStreams {
  const { project, configFile } = makeProject(config);
  const preload = library === undefined ? [] : ['--require', path.join(FIXTURES, library)];
  const args = [...preload, LAUNCHER, 'serve', '--config', configFile];
  server = spawn(process.execPath, args, { cwd: project, env: childEnvironment() });
  server.stderr.resume();
  send(server, {
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  });
  return server;
}

function send(child: ChildProcessWithoutNullStreams, message: object): void {
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function deliberation(): object {
  return { name: 'deliberate', arguments: { question: QUESTION, participants: HANGING } };
}

function breakOutput(child: ChildProcessWithoutNullStreams): void {
  child.stdout.destroy();
  for (const id of [8, 9]) send(child, { id, method: 'ping' });
}
