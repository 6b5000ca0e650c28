import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort, spawnCoach, startCoach } from '../../support/coach-program.js';
import { keyOf } from '../../support/pages-fixture.js';
import { startView } from '../../support/view-program.js';
import { createEmptyMachine } from '../cli-program.js';

const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log('skipped: only root can start a program of another user');

describe.skipIf(!isRoot)('another user of this machine', () => {
  it('Another user with the key or a code of a page gets nothing but the page.', async () => {
    const view = await startView();
    const key = await keyOf(await view.newAddress());
    const code = new URL(view.address).hash.slice('#k='.length);
    const requests: Asked[] = [
      { path: '/' },
      { path: '/health' },
      { path: '/api/home', key },
      { path: '/code', key, body: {} },
      { path: '/key', body: { code } },
      { path: '/key', body: { nonce: 'n'.repeat(20) } },
    ];
    expect(askAsOtherUser(view.url, requests)).toEqual([200, 200, 403, 403, 403, 403]);
    // The code is still good for the person, and so is the key.
    expect(await keyOf(view.address)).toBe(key);
  });

  it('Another user cannot use the tools, hooks or messages of a coach, also with its key.', async () => {
    const coach = await startCoach();
    const key = await keyOf(coach.address);
    const requests: Asked[] = [
      { path: '/mcp', key, body: INITIALIZE },
      { path: '/api/session', key, body: { action: 'pause' } },
      { path: '/ws', key, isSocket: true },
    ];
    expect(askAsOtherUser(coach.url, requests)).toEqual([403, 403, 403]);
  });

  it('Another user cannot use a coach that serves the programs of its own user without a key.', async () => {
    const machine = createEmptyMachine();
    const port = await freePort();
    const environment = { PROJECT_DIR: machine.project, ANTHROPIC_API_KEY: 'x', PORT: String(port) };
    const program = spawnCoach({
      machine,
      args: ['--from-env'],
      environment: { ...environment, WITAN_COACH_OPEN: '1' },
    });
    await program.prints(`ready on port ${port}`);
    const url = `http://127.0.0.1:${port}`;
    const requests: Asked[] = [
      { path: '/health' },
      { path: '/mcp', body: INITIALIZE },
      { path: '/ws', isSocket: true },
    ];
    expect(askAsOtherUser(url, requests)).toEqual([200, 403, 403]);
    const own = await fetch(`${url}/mcp`, { method: 'POST', headers: AGENT, body: JSON.stringify(INITIALIZE) });
    expect(own.status).toBe(200);
    await own.body?.cancel();
  });

  it('Another user can read neither the state of a server nor the file that leads a browser to it.', async () => {
    const { folder } = await openInBrowser('firefox.desktop');
    const names = readdirSync(folder);
    expect(names).toHaveLength(2);
    for (const name of names)
      expect(spawnSync('cat', [path.join(folder, name)], { uid: OTHER_USER, gid: OTHER_USER }).status, name).not.toBe(
        0,
      );
  });
});

describe('the program that opens the browser', () => {
  it('The program gets the path of a private file as its argument, and the code is in the file.', async () => {
    const { opened, program } = await openInBrowser('firefox.desktop');
    const [address = ''] = /http:\S+#k=[\w-]{43}/.exec(program.printed()) ?? [];
    expect(opened()).toMatch(/\/witan\/open-coach-[\da-f]{16}\.html$/);
    expect(opened()).not.toContain('k=');
    expect(readFileSync(opened(), 'utf8')).toContain(`content="0; url=${address}"`);
    expect(statSync(opened()).mode & 0o777).toBe(0o600);
    expect(program.printed()).toContain('your browser opens it; if it does not, open this address within a minute');
    await program.end('SIGINT');
    expect(existsSync(opened())).toBe(false);
  });

  it('A browser that came as a snap cannot read the file, so the address is printed instead.', async () => {
    const { opened, program } = await openInBrowser('firefox_firefox.desktop');
    expect(opened()).toBe('');
    expect(program.printed()).toContain('works once and for one minute');
  });
});

/** A coach on a desktop whose default browser has this name; the program that opens files only notes its argument. */
async function openInBrowser(browser: string) {
  const machine = createEmptyMachine();
  const programs = path.join(machine.home, 'bin');
  const note = path.join(machine.home, 'opened');
  mkdirSync(programs);
  writeFileSync(path.join(programs, 'xdg-open'), `#!/bin/sh\nprintf %s "$*" > '${note}'\n`, { mode: 0o755 });
  writeFileSync(path.join(programs, 'xdg-settings'), `#!/bin/sh\necho ${browser}\n`, { mode: 0o755 });
  const environment = { DISPLAY: ':0', PATH: `${programs}:${process.env.PATH}` };
  const program = spawnCoach({ machine, environment });
  await program.prints('ready on port');
  const opened = () => (existsSync(note) ? readFileSync(note, 'utf8') : '');
  return { machine, program, opened, folder: path.join(machine.home, '.local/state/witan') };
}

const AGENT = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

interface Asked {
  readonly path: string;
  readonly key?: string;
  readonly body?: object;
  readonly isSocket?: boolean;
}

/** The status of each request, from a program of another user. */
function askAsOtherUser(url: string, requests: readonly Asked[]): number[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', ASK], {
    uid: OTHER_USER,
    gid: OTHER_USER,
    cwd: '/',
    env: { ASKED: JSON.stringify({ url, requests, agent: AGENT }) },
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (status !== 0) throw new Error(`the other user's program failed: ${stderr}`);
  return JSON.parse(stdout) as number[];
}

const ASK = `
import { request } from 'node:http';
const { url, requests, agent } = JSON.parse(process.env.ASKED);
const statuses = [];
for (const { path, key, body, isSocket } of requests) {
  const headers = {
    ...(key && { Authorization: 'Bearer ' + key }),
    ...(body && { ...agent, 'Content-Length': Buffer.byteLength(JSON.stringify(body)) }),
    ...(isSocket && {
      Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      ...(key && { 'Sec-WebSocket-Protocol': 'witan.coach, key.' + key }),
    }),
  };
  statuses.push(await new Promise((resolve, reject) => {
    const sent = request(url + path, { method: body ? 'POST' : 'GET', headers, agent: false });
    sent.on('response', (response) => { response.destroy(); resolve(response.statusCode); });
    sent.on('upgrade', (response, socket) => { socket.destroy(); resolve(response.statusCode); });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  }));
}
console.log(JSON.stringify(statuses));
`;
