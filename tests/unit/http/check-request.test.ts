import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { checkRequest, type GuardedRequest, MAX_BODY_BYTES } from '../../../src/http/guard/check-request.js';
import type { PeerUser } from '../../../src/http/guard/peer-user.js';

const KEY = 'k'.repeat(43);
const OWN = 'http://127.0.0.1:47600';
const ASK = { method: 'GET', url: '/api/home', host: '127.0.0.1:47600', authorization: `Bearer ${KEY}` };
const ACT = { ...ASK, method: 'POST', 'content-type': 'application/json', 'content-length': '2' };
const LOOK = { method: 'GET', url: '/', host: '127.0.0.1:47600' };
const OPENED = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const EXCHANGE = { ...LOOK, method: 'POST', url: '/key', 'content-type': 'application/json', 'content-length': '2' };

describe('the guard accepts', () => {
  it.each([
    ['a query with the key', ASK],
    ['a query from the page itself', { ...ASK, origin: OWN, 'sec-fetch-site': 'same-origin' }],
    ['a query with an input in the address', { ...ASK, url: '/api/home?input=%7B%22a%22%3A%22..%2F%22%7D' }],
    ['an action with the key', { ...ACT, origin: OWN, 'sec-fetch-site': 'same-origin' }],
    ['an action with the largest body', { ...ACT, 'content-length': String(MAX_BODY_BYTES) }],
    ['the page without a key', LOOK],
    ['the page from the address bar', { ...LOOK, url: '/deliberations/last', 'sec-fetch-site': 'none' }],
    ['the page from the file that the command opens', { ...LOOK, ...OPENED }],
    ['a script of the page', { ...LOOK, url: '/main-AB12.js', 'sec-fetch-site': 'same-origin' }],
    ['the health without a key', { ...LOOK, url: '/health' }],
    ['the exchange of a code without a key', EXCHANGE],
  ])('%s', (_name, request) => {
    expect(statusOf(request)).toBe(200);
  });
});

describe('the guard refuses', () => {
  it.each([
    'evil.test',
    'evil.test:47600',
    'localhost:47600',
    '[::1]:47600',
    '127.0.0.1',
    '127.0.0.1:47601',
    '127.0.0.1.:47600',
    '127.1:47600',
    '0.0.0.0:47600',
    '2130706433:47600',
    'evil@127.0.0.1:47600',
    '',
  ])('the host "%s"', (host) => {
    for (const request of [ASK, ACT, LOOK, EXCHANGE]) expect(statusOf({ ...request, host })).toBe(403);
  });

  it('a request without a host', () => {
    const { host: _, ...request } = ASK;
    expect(statusOf(request)).toBe(403);
  });

  it.each([
    'null',
    '',
    'http://evil.test',
    'https://127.0.0.1:47600',
    'http://127.0.0.1:47601',
    'http://localhost:47600',
    `${OWN}/`,
    `${OWN}, http://evil.test`,
  ])('the origin "%s"', (origin) => {
    for (const request of [ASK, ACT, LOOK, EXCHANGE]) expect(statusOf({ ...request, origin })).toBe(403);
  });

  it.each(['cross-site', 'same-site', 'SAME-ORIGIN', '', 'same-origin, cross-site'])('the site "%s"', (site) => {
    for (const request of [ASK, ACT, LOOK, EXCHANGE])
      expect(statusOf({ ...request, 'sec-fetch-site': site })).toBe(403);
  });

  it('a link of another site, except to the page', () => {
    for (const request of [ASK, ACT, EXCHANGE, { ...LOOK, url: '/health' }])
      expect(statusOf({ ...request, ...OPENED })).toBe(403);
    for (const dest of ['iframe', 'frame', 'embed', 'empty', 'script'])
      expect(statusOf({ ...LOOK, ...OPENED, 'sec-fetch-dest': dest })).toBe(403);
    expect(statusOf({ ...LOOK, ...OPENED, 'sec-fetch-mode': 'no-cors' })).toBe(403);
    expect(statusOf({ ...LOOK, ...OPENED, 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(statusOf({ ...LOOK, ...OPENED, method: 'POST' })).toBe(403);
  });

  it('another user of this machine, also with the key, except for the page and the health', () => {
    for (const request of [ASK, ACT, EXCHANGE]) {
      expect(statusOf(request, 'other')).toBe(403);
      expect(statusOf(request, 'unknown')).toBe(200);
    }
    for (const url of ['/', '/main-AB12.js', '/health']) expect(statusOf({ ...LOOK, url }, 'other')).toBe(200);
    expect(statusOf({ ...ASK, authorization: undefined }, 'unknown')).toBe(401);
  });

  it('what the person typed into the address bar, except the page', () => {
    for (const request of [ASK, ACT, EXCHANGE, { ...LOOK, url: '/health' }])
      expect(statusOf({ ...request, 'sec-fetch-site': 'none' })).toBe(403);
  });

  it.each(['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'get', ''])('the method "%s"', (method) => {
    for (const request of [ACT, EXCHANGE]) expect(statusOf({ ...request, method })).toBe(405);
  });

  it('a POST to a page', () => {
    expect(statusOf({ ...ACT, url: '/' })).toBe(405);
    expect(statusOf({ ...ACT, url: '/deliberations/last' })).toBe(405);
  });

  it('a request for another protocol', () => {
    expect(statusOf({ ...ASK, upgrade: 'websocket', connection: 'Upgrade' })).toBe(400);
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['text/plain;application/json'],
    ['application/json; charset=utf-8'],
    ['application/jsonp'],
    [''],
  ])('a body of the type "%s"', (type) => {
    for (const request of [ACT, EXCHANGE]) expect(statusOf({ ...request, 'content-type': type })).toBe(415);
  });

  it('a body without a length, in pieces, too large, or with a GET', () => {
    const { 'content-length': _, ...withoutLength } = ACT;
    expect(statusOf(withoutLength)).toBe(411);
    expect(statusOf({ ...withoutLength, 'transfer-encoding': 'chunked' })).toBe(411);
    expect(statusOf({ ...ACT, 'transfer-encoding': 'chunked' })).toBe(411);
    expect(statusOf({ ...ACT, 'content-length': '-1' })).toBe(411);
    expect(statusOf({ ...ACT, 'content-length': '0x10' })).toBe(411);
    expect(statusOf({ ...ACT, 'content-length': String(MAX_BODY_BYTES + 1) })).toBe(413);
    expect(statusOf({ ...ASK, 'content-length': '1' })).toBe(400);
    expect(statusOf({ ...ASK, 'transfer-encoding': 'chunked' })).toBe(411);
  });

  it('a body that waits to be asked for', () => {
    expect(statusOf({ ...ACT, expect: '100-continue' })).toBe(400);
  });

  it.each([
    '//api/home',
    '/api//home',
    '/./api/home',
    '/api/../api/home',
    '/api/..',
    '/.git/config',
    '/%61pi/home',
    '/api%2fhome',
    '/api/%2e%2e/home',
    '/api\\home',
    '/\\evil.test/',
    '/api;a=b/home',
    '/api/home\u0000',
    '/api/hömé',
    '/api/home#part',
    'http://127.0.0.1:47600/api/home',
    'api/home',
    '*',
    '',
  ])('the target "%s"', (url) => {
    for (const request of [ASK, ACT, LOOK]) expect(statusOf({ ...request, url })).toBe(400);
  });

  it.each([
    undefined,
    '',
    KEY,
    'Bearer',
    `Bearer ${'x'.repeat(43)}`,
    `Bearer ${KEY.slice(1)}`,
    `Bearer ${KEY}k`,
    `Bearer  ${KEY}`,
    `bearer ${KEY}`,
    `Basic ${KEY}`,
    `Bearer ${KEY}, Bearer ${KEY}`,
  ])('the authorization "%s"', (authorization) => {
    for (const url of [
      '/api/home',
      '/api',
      '/api/',
      '/api/nothing',
      '/code',
      '/key',
      '/key/',
      '/health/x',
      '/mcp',
      '/ws',
    ])
      expect(statusOf({ ...ASK, url, authorization })).toBe(401);
    for (const url of ['/api/home', '/code', '/health', '/key/x'])
      expect(statusOf({ ...ACT, url, authorization })).toBe(401);
  });

  it('a key in the address or in a cookie', () => {
    expect(statusOf({ ...ASK, authorization: undefined, url: `/api/home?key=${KEY}` })).toBe(401);
    expect(statusOf({ ...ASK, authorization: undefined, cookie: `witan-key=${KEY}` })).toBe(401);
  });

  it.each(['host', 'origin', 'sec-fetch-site', 'authorization', 'content-type', 'content-length'])(
    'the header "%s" twice, in any case, although both are right',
    (name) => {
      const request = { ...ACT, origin: OWN, 'sec-fetch-site': 'same-origin' };
      const again = [name.toUpperCase(), request[name as 'host']];
      const { rawHeaders, ...rest } = toRequest(request);
      expect(checkRequest({ ...rest, rawHeaders: [...rawHeaders, ...again] }, POLICY)?.status).toBe(400);
    },
  );

  it('without repeating what was sent', () => {
    const secret = 'a-secret-that-must-not-come-back';
    for (const [name, value] of Object.entries({ host: secret, origin: secret, url: `/%${secret}`, method: secret })) {
      const refusal = checkRequest(toRequest({ ...ASK, [name]: value }), POLICY);
      expect(refusal?.reason).not.toContain(secret);
    }
  });
});

const POLICY = { port: 47_600, accepts: (key: string) => key === KEY, findUser: (): PeerUser => 'own' };

type Request = Readonly<Record<string, string | undefined>>;

function statusOf(request: Request, user: PeerUser = 'own'): number {
  return checkRequest(toRequest(request), { ...POLICY, findUser: () => user })?.status ?? 200;
}

/** As Node shows a request: names in small letters, and once more as they were sent. */
function toRequest({ method, url, ...headers }: Request): GuardedRequest {
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...(method === undefined ? {} : { method }),
    ...(url === undefined ? {} : { url }),
    headers: Object.fromEntries(sent),
    rawHeaders: sent.flat(),
    socket: new Socket(),
  };
}
