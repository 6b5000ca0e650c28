import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../../src/http/start-server.js';
import { servePages } from '../../support/pages-fixture.js';
import { requestText, sendRaw, statusOf } from '../../support/raw-request.js';

const KEY = 'k'.repeat(43);

describe('the server', () => {
  it('listens on 127.0.0.1 only', async () => {
    const { port } = await serve();
    // Where these belong to the machine, a server that listens on all of them would answer.
    for (const address of ['::1', '127.0.0.2']) {
      await expect(once(connect(port, address).unref(), 'connect')).rejects.toThrow(/^connect E/);
    }
  });

  it('gives a project the same port every time', async () => {
    const first = await serve();
    await first.close();
    expect((await serve()).port).toBe(first.port);
    expect(first.port).toBeGreaterThanOrEqual(47_600);
    expect(first.port).toBeLessThan(47_800);
  });

  it('answers a refused request itself, with the reason, and closes the connection', async () => {
    const { port, seen } = await serve();
    const answer = await sendRaw(port, requestText({ headers: [['Host', 'evil.test']] }));
    expect(statusOf(answer)).toBe(403);
    expect(answer).toContain('"error":"These pages are at');
    expect(answer).toMatch(/Connection: close/i);
    expect(answer).not.toContain('evil.test');
    expect(seen).toEqual([]);
  });

  it('sends no "continue" for a body that it refuses', async () => {
    const { port, seen } = await serve();
    for (const expected of ['100-continue', 'something-else']) {
      const headers = [...good(port), ['Content-Length', '2'], ['Expect', expected]] as const;
      const answer = await sendRaw(port, requestText({ method: 'POST', target: '/api/x', headers }));
      expect(answer).not.toContain('100 Continue');
      expect(statusOf(answer)).toBe(400);
    }
    expect(seen).toEqual([]);
  });

  it('judges every request of a connection', async () => {
    const { port, seen } = await serve();
    const fine = requestText({ target: '/api/fine', headers: good(port) });
    const hostile = requestText({ target: '/api/hostile', headers: [...good(port), ['Origin', 'http://evil.test']] });
    const answer = await sendRaw(port, fine + fine + hostile + fine);
    expect(seen.filter((path) => path === '/api/hostile')).toEqual([]);
    expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(statusOf(answer)).toBe(403);
  });

  it('A server answers the person although another user holds more connections than it keeps of strangers.', async () => {
    const { port, url } = await serve();
    const page = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => page.destroy());
    expect(await askWith(page, port)).toBe(200);
    const idle = Array.from({ length: 250 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    onTestFinished(() => void idle.map((socket) => socket.destroy()));
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect((await fetch(`${url}/api/x`, { headers: { Authorization: `Bearer ${KEY}` } })).status).toBe(200);
    // The connection that showed the key before is still the same one.
    expect(await askWith(page, port)).toBe(200);
    expect(Object.values(page.freeSockets).flat()).toHaveLength(1);
  });

  it('ends open streams when it is closed', async () => {
    const { url, key, own } = await servePages();
    const response = await fetch(`${url}/api/changes`, { headers: { Authorization: `Bearer ${key}` } });
    const reader = response.body?.getReader();
    await reader?.read();
    await own?.close();
    await expect(drain(reader)).rejects.toThrow();
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  });
});

describe('every answer', () => {
  it.each(['/', '/main-ABC.js', '/health', '/api/home', '/api/nothing', '/nothing.js'])(
    'has the policy that forbids scripts, frames and requests of others: %s',
    async (path) => {
      const { url, key } = await servePages();
      const { headers } = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } });
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
          "trusted-types 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('set-cookie')).toBeNull();
    },
  );

  it('has only files of the build, and the page for every other address', async () => {
    const { url } = await servePages();
    expect(await (await fetch(`${url}/main-ABC.js`)).text()).toContain('document.title');
    for (const path of ['/', '/deliberations/last', '/nothing'])
      expect(await (await fetch(url + path)).text()).toContain('<!doctype html>');
    for (const path of ['/notes.txt', '/index.html', '/package.json', '/main-ABC.js.map'])
      expect((await fetch(url + path)).status).toBe(404);
  });
});

/** A server whose routes answer everything and note the path. */
async function serve() {
  const seen: string[] = [];
  const server = await startServer({
    projectFolder: '/a/project/of/this/test',
    accepts: (key) => key === KEY,
    fetch(request) {
      seen.push(new URL(request.url).pathname);
      return Response.json({});
    },
  });
  onTestFinished(() => server.close());
  return { ...server, seen };
}

/** Over the connection that the agent has kept. */
async function askWith(agent: Agent, port: number): Promise<number | undefined> {
  const sent = get({ agent, port, host: '127.0.0.1', path: '/api/x', headers: { Authorization: `Bearer ${KEY}` } });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  return response.statusCode;
}

function good(port: number) {
  return [
    ['Host', `127.0.0.1:${port}`],
    ['Authorization', `Bearer ${KEY}`],
    ['Content-Type', 'application/json'],
  ] as const;
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  while (reader !== undefined && !(await reader.read()).done);
}
