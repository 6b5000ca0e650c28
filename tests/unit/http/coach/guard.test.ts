import { describe, expect, it } from 'vitest';
import { type CoachAccess, checkRequest } from '../../../../src/http/guard/check-request.js';
import type { PeerUser } from '../../../../src/http/guard/peer-user.js';

const KEY = 'k'.repeat(43);
const HOST = '127.0.0.1:47600';
const OWN = `http://${HOST}`;
const SOCKET = {
  method: 'GET',
  url: '/ws',
  host: HOST,
  origin: OWN,
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-protocol': `witan.coach, key.${KEY}`,
};
const AGENT = {
  method: 'POST',
  url: '/mcp',
  host: HOST,
  authorization: `Bearer ${KEY}`,
  'content-type': 'application/json',
  'content-length': '2',
};
const STREAM = { method: 'GET', url: '/mcp', host: HOST, authorization: `Bearer ${KEY}` };

describe('the guard of the coach accepts', () => {
  it.each([
    ['a WebSocket of its own page', SOCKET],
    ['a WebSocket of its own page in a new browser', { ...SOCKET, 'sec-fetch-site': 'same-origin' }],
    ['a WebSocket of a program with the key', { ...SOCKET, origin: undefined }],
    ['a request of an agent', AGENT],
    ['the stream of an agent', STREAM],
    ['the end of an agent', { ...STREAM, method: 'DELETE' }],
  ])('%s', (_name, request) => {
    expect(statusOf(request)).toBe(200);
    expect(statusOf(request, 'key for browsers')).toBe(200);
  });
});

describe('the guard of the coach refuses', () => {
  it.each(['evil.test', 'localhost:47600', '[::1]:47600', '127.0.0.1', ''])('the host "%s"', (host) => {
    for (const request of [SOCKET, AGENT, STREAM]) expect(statusOf({ ...request, host })).toBe(403);
  });

  it.each(['null', '', 'http://evil.test', 'http://localhost:47600', 'https://127.0.0.1:47600', `${OWN}/`])(
    'the origin "%s"',
    (origin) => {
      for (const access of ['key for all', 'key for browsers'] as const)
        for (const request of [SOCKET, AGENT, STREAM]) expect(statusOf({ ...request, origin }, access)).toBe(403);
    },
  );

  it.each(['cross-site', 'same-site', 'none', ''])('the site "%s"', (site) => {
    for (const access of ['key for all', 'key for browsers'] as const)
      for (const request of [SOCKET, AGENT, STREAM])
        expect(statusOf({ ...request, 'sec-fetch-site': site }, access)).toBe(403);
  });

  it.each([
    undefined,
    '',
    'witan.coach',
    `key.${KEY}`,
    `key.${KEY}, witan.coach`,
    `witan.coach, ${KEY}`,
    `witan.coach, key.${'x'.repeat(43)}`,
    `witan.coach, key.${KEY}k`,
    `witan.coach, key.${KEY}, other`,
    `witan.coach,  key.${KEY}`,
  ])('the protocols "%s" of a WebSocket', (protocols) => {
    expect(statusOf({ ...SOCKET, 'sec-websocket-protocol': protocols })).toBe(401);
    expect(statusOf({ ...SOCKET, 'sec-websocket-protocol': protocols }, 'key for browsers')).toBe(401);
  });

  it('a WebSocket with the key in another header, in the address or in a cookie', () => {
    const without = { ...SOCKET, 'sec-websocket-protocol': 'witan.coach' };
    expect(statusOf({ ...without, authorization: `Bearer ${KEY}` })).toBe(401);
    expect(statusOf({ ...without, cookie: `key=${KEY}` })).toBe(401);
    expect(statusOf({ ...without, url: `/ws?key=${KEY}` })).toBe(400);
  });

  it('a WebSocket at another address, another protocol, and a request at the address of the WebSocket', () => {
    for (const url of ['/', '/api/home', '/mcp', '/ws/', '/ws/x', '/ws?x'])
      expect(statusOf({ ...SOCKET, url })).toBe(400);
    for (const upgrade of ['h2c', 'WebSocket, h2c', 'tls/1.0']) expect(statusOf({ ...SOCKET, upgrade })).toBe(400);
    expect(statusOf({ ...SOCKET, method: 'POST' })).toBe(400);
    expect(statusOf({ ...SOCKET, upgrade: undefined })).toBe(400);
  });

  it('other methods and bodies at the address of agents', () => {
    for (const method of ['PUT', 'PATCH', 'HEAD', 'OPTIONS', 'delete'])
      expect(statusOf({ ...AGENT, method })).toBe(405);
    expect(statusOf({ ...STREAM, method: 'DELETE', 'content-length': '2' })).toBe(400);
    expect(statusOf({ ...AGENT, 'content-type': 'text/plain' })).toBe(415);
    expect(statusOf({ ...AGENT, 'content-length': '1048577' })).toBe(413);
    expect(statusOf({ ...STREAM, method: 'DELETE', url: '/api/home' })).toBe(405);
  });

  it.each(['sec-websocket-protocol', 'upgrade', 'origin', 'host'])('the header "%s" twice', (name) => {
    expect(statusOf(SOCKET, 'key for all', { again: [name, SOCKET[name as 'host']] })).toBe(400);
  });

  it('two ids of a session of an agent', () => {
    expect(statusOf({ ...AGENT, 'mcp-session-id': 'a' }, 'key for all', { again: ['Mcp-Session-Id', 'b'] })).toBe(400);
  });

  it('everything of the coach where only the pages are served', () => {
    expect(statusOf(SOCKET, 'none')).toBe(400);
    expect(statusOf({ ...STREAM, method: 'DELETE' }, 'none')).toBe(405);
  });
});

describe('with --from-env, a program without a key', () => {
  const access = 'key for strangers';
  const program = { ...SOCKET, origin: undefined, 'sec-websocket-protocol': undefined };
  const agent = { ...AGENT, authorization: undefined };

  it('may connect, also by the name localhost', () => {
    for (const host of [HOST, 'localhost:47600']) {
      // Node's own fetch sends this one, too.
      for (const request of [program, agent, { ...STREAM, authorization: undefined }, { ...STREAM, url: '/health' }])
        expect(statusOf({ ...request, host, 'sec-fetch-mode': 'cors' }, access)).toBe(200);
    }
  });

  it('may do nothing else', () => {
    for (const url of ['/api/home', '/code', '/api/changes'])
      expect(statusOf({ ...STREAM, url, authorization: undefined }, access)).toBe(401);
    for (const url of ['/', '/api/home', '/key'])
      expect(statusOf({ ...STREAM, url, host: 'localhost:47600' }, access)).toBe(403);
    expect(statusOf({ ...program, host: 'evil.test' }, access)).toBe(403);
  });

  it('is refused if it is a browser', () => {
    for (const from of [{ origin: OWN }, { 'sec-fetch-site': 'same-origin' }]) {
      for (const request of [program, agent]) expect(statusOf({ ...request, ...from }, access)).toBe(401);
      expect(statusOf({ ...program, ...from, host: 'localhost:47600' }, access)).toBe(403);
    }
  });

  it('of another user is refused, and one of an unknown user only with WITAN_COACH_OPEN', () => {
    for (const request of [program, agent]) {
      expect(statusOf(request, access, { user: 'other' })).toBe(403);
      expect(statusOf(request, access, { user: 'unknown' })).toBe(401);
      expect(statusOf(request, 'key for browsers', { user: 'unknown' })).toBe(200);
      expect(statusOf(request, 'key for browsers', { user: 'other' })).toBe(403);
    }
    for (const request of [SOCKET, AGENT]) {
      expect(statusOf(request, access, { user: 'unknown' })).toBe(200);
      expect(statusOf(request, access, { user: 'other' })).toBe(403);
    }
    const health = { ...STREAM, url: '/health', host: 'localhost:47600', authorization: undefined };
    expect(statusOf(health, access, { user: 'other' })).toBe(200);
  });

  it('is refused without --from-env', () => {
    for (const request of [program, agent]) expect(statusOf(request)).toBe(401);
  });
});

type Headers = Readonly<Record<string, string | undefined>>;

function statusOf(
  { method, url, ...headers }: Headers,
  coach: CoachAccess | 'none' = 'key for all',
  { again = [], user = 'own' }: { again?: readonly string[]; user?: PeerUser } = {},
): number {
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const request = { method, url, headers: Object.fromEntries(sent), rawHeaders: [...sent.flat(), ...again] };
  const accepts = (key: string) => key === KEY;
  const policy = { port: 47_600, accepts, findUser: () => user, coach: coach === 'none' ? undefined : coach };
  return checkRequest(request as never, policy)?.status ?? 200;
}
