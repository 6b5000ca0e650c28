import { connect } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { CoachAccess } from '../../../src/http/guard/check-request.js';
import { type RunningServer, startServer } from '../../../src/http/start-server.js';
import { requestText, sendRaw, statusOf } from '../../support/raw-request.js';
import { reportCases } from '../../support/report-cases.js';
import { goodRequest, goodSocket, hostileRequests, sitesWithoutKey, slowRequests } from './hostile-requests.js';

const KEY = 'k'.repeat(43);
let server: RunningServer;
let reached: string[];

beforeEach(() => serve('key for all'));

async function serve(access: CoachAccess): Promise<void> {
  reached = [];
  const started = await startServer({
    projectFolder: '/a/project/under/attack',
    accepts: (key) => key === KEY,
    coach: {
      access,
      upgrade(_request, socket) {
        reached.push('a WebSocket');
        socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n', () => socket.destroy());
      },
    },
    async fetch(request) {
      reached.push(`${request.method} ${new URL(request.url).pathname}`);
      await request.text();
      return Response.json({ secret: 'what only the owner may see' });
    },
  });
  server = started;
  onTestFinished(() => started.close());
}

describe('a hostile request', { timeout: 120_000 }, () => {
  it('reaches no route, and the next good request is answered', async () => {
    const requests = [...hostileRequests({ port: server.port, key: KEY })];
    expect(requests.length).toBeGreaterThanOrEqual(800);
    const passed: string[] = [];
    let good = 0;
    for (let first = 0; first < requests.length; first += 20) {
      const some = requests.slice(first, first + 20);
      const answers = await Promise.all(some.map(([, bytes]) => sendRaw(server.port, bytes)));
      for (const [index, [name]] of some.entries()) {
        const answer = answers[index] ?? '';
        if (/HTTP\/1\.1 [1235]|secret/.test(answer)) passed.push(`${name}: ${answer.slice(0, 40)}`);
      }
      expect(await askAsOwner()).toBe(200);
      good++;
    }
    reportCases(requests.length, passed.length);
    expect(passed).toEqual([]);
    expect(reached).toHaveLength(good);
  });

  it('of another site reaches no route of a coach that other programs use without a key', async () => {
    await serve('key for browsers');
    const requests = [...sitesWithoutKey({ port: server.port, key: KEY })];
    expect(requests.length).toBeGreaterThanOrEqual(120);
    const passed: string[] = [];
    for (const [name, bytes] of requests) {
      if (/HTTP\/1\.1 [1235]|secret/.test(await sendRaw(server.port, bytes))) passed.push(name);
    }
    reportCases(requests.length, passed.length);
    expect(passed).toEqual([]);
    expect(reached).toEqual([]);
  });

  it('is not the WebSocket of the page with its key', async () => {
    const target = { port: server.port, key: KEY };
    expect(statusOf(await sendRaw(server.port, requestText(goodSocket(target))))).toBe(101);
    expect(reached).toEqual(['a WebSocket']);
  });

  it('that never ends is ended by the server', async () => {
    const slow = [...slowRequests({ port: server.port, key: KEY })];
    const ends = slow.map(([, bytes]) => sendRaw(server.port, bytes));
    expect(await askAsOwner()).toBe(200);
    const answers = await Promise.all(ends);
    reportCases(slow.length);
    expect(answers.filter((answer) => answer.includes('secret'))).toEqual([]);
    expect(await askAsOwner()).toBe(200);
  });

  it('that keeps two hundred connections open does not end the server', async () => {
    const sockets = Array.from({ length: 250 }, () => connect(server.port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    expect(await askAsOwner()).toBe(200);
  });
});

async function askAsOwner(): Promise<number> {
  return statusOf(await sendRaw(server.port, requestText(goodRequest({ port: server.port, key: KEY }))));
}
