import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';

const LAUNCHER = path.resolve(import.meta.dirname, '../../../dist/witan.cjs');

/** Uses a home and a project with the given files, and removes them. */
export async function withMachine(files, use) {
  const machine = plantMachine(files);
  try {
    return await use(machine);
  } finally {
    rmSync(machine.root, { recursive: true, force: true });
  }
}

function plantMachine(files) {
  const root = mkdtempSync(path.join(tmpdir(), 'witan-bench-coach-'));
  const [home, project] = ['home', 'project'].map((name) => path.join(root, name));
  for (const folder of [home, project]) mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
    writeFileSync(path.join(project, name), content);
  }
  return { root, project, env: { PATH: path.dirname(process.execPath), HOME: home } };
}

/** The coach ends also if measuring it fails. */
export async function withCoach(machine, use) {
  const coach = await startCoach(machine);
  try {
    return await use(coach);
  } finally {
    await coach.end();
  }
}

async function startCoach({ project, env }) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [LAUNCHER, 'coach', '--from-env'], {
    cwd: project,
    env: { ...env, PROJECT_DIR: project, ANTHROPIC_API_KEY: 'none', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null) throw new Error('witan coach ended before it served anything');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    milliseconds: performance.now() - started,
    port,
    /** Works once. */
    address: () => /http:\/\/\S+#k=\S+/.exec(printed)[0],
    megabytes: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    end: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGINT');
      }),
  };
}

async function isHealthy(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  } catch {
    return false;
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The connection of a page, with the key unless the coach is open to programs. `next` resolves with the next message that fits. */
export async function openPage({ port, key }) {
  const protocols = key === undefined ? [] : ['witan.coach', `key.${key}`];
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, protocols, { origin: `http://127.0.0.1:${port}` });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    send: (type, payload) => socket.send(JSON.stringify({ type, payload, timestamp: Date.now() })),
    next: (type, fits = () => true) =>
      new Promise((resolve) => {
        const look = (data) => {
          const message = JSON.parse(data);
          if (message.type !== type || !fits(message.payload)) return;
          socket.off('message', look);
          resolve(message.payload);
        };
        socket.on('message', look);
      }),
    close: () => socket.terminate(),
  };
}

/** An agent that calls tools at `/mcp`. */
export async function connectAgent({ port }) {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  let id = 0;
  const post = async (message) => {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
    return { session: response.headers.get('mcp-session-id'), text: await response.text() };
  };
  const clientInfo = { name: 'bench', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const { session } = await post({ id: id++, method: 'initialize', params });
  headers['Mcp-Session-Id'] = session;
  await post({ method: 'notifications/initialized' });
  return async (name, args) => {
    const { text } = await post({ id: id++, method: 'tools/call', params: { name, arguments: args } });
    if (/"isError":true|"error":/.test(text)) throw new Error(`${name}: ${text}`);
  };
}
