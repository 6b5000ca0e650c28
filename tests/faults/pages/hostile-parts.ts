import type { Header, RawRequest } from '../../support/raw-request.js';

/** What a hostile request is made of: the server it goes to, and a key that would open everything. */
export interface Target {
  readonly port: number;
  readonly key: string;
}

/** Names of this machine and of others; only one name is right. */
export function hostsFor({ port }: Target): readonly (readonly [string, readonly Header[]])[] {
  const names = [
    'evil.test',
    `evil.test:${port}`,
    `localhost:${port}`,
    `LOCALHOST:${port}`,
    '127.0.0.1',
    `127.0.0.1:${port + 1}`,
    `127.0.0.1:0${port}`,
    `127.0.0.1.:${port}`,
    `127.1:${port}`,
    `127.0.0.2:${port}`,
    `0.0.0.0:${port}`,
    `[::1]:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `2130706433:${port}`,
    `0x7f000001:${port}`,
    `127.0.0.1:${port}.evil.test`,
    `evil.test@127.0.0.1:${port}`,
    `127.0.0.1:${port}, evil.test`,
    '',
  ];
  return [
    ...names.map((name) => [name, [['Host', name]]] as const),
    ['missing', []],
    [
      'own, then evil',
      [
        ['Host', `127.0.0.1:${port}`],
        ['host', 'evil.test'],
      ],
    ],
    [
      'evil, then own',
      [
        ['HOST', 'evil.test'],
        ['Host', `127.0.0.1:${port}`],
      ],
    ],
    [
      'in another header',
      [
        ['Host', 'evil.test'],
        ['X-Forwarded-Host', `127.0.0.1:${port}`],
      ],
    ],
  ];
}

/** Origin and fetch metadata of requests that another site or another port makes. */
export function sitesFor({ port }: Target): readonly (readonly Header[])[] {
  const origins = [
    'null',
    '',
    'http://evil.test',
    `http://evil.test:${port}`,
    `https://127.0.0.1:${port}`,
    'http://127.0.0.1',
    `http://127.0.0.1:${port + 1}`,
    `http://localhost:${port}`,
    `http://127.0.0.1:${port}/`,
    `HTTP://127.0.0.1:${port}`,
    `http://127.0.0.1:${port}.evil.test`,
    `http://127.0.0.1:${port}, http://evil.test`,
    'file://',
    'chrome-extension://abcdefgh',
  ].map((origin): Header => ['Origin', origin]);
  const sites = ['cross-site', 'same-site', 'CROSS-SITE', '', 'same-origin, cross-site', 'unknown'].map(
    (site): Header => ['Sec-Fetch-Site', site],
  );
  return [...origins, ...sites]
    .map((header) => [header])
    .concat(sites.map((site) => [['Origin', `http://127.0.0.1:${port}`], site]));
}

/** A second header with the same name, and one that is right twice. */
export function repeatsOf({ headers }: RawRequest): readonly (readonly Header[])[] {
  const same: Header = ['Sec-Fetch-Site', 'same-origin'];
  const judged = headers.filter(([name]) =>
    /^(?:Authorization|Content-Type|Upgrade|Sec-WebSocket-Protocol)$/.test(name),
  );
  return [
    ...judged.map((header): readonly Header[] => [header]),
    [same, same],
    [same, ['sec-fetch-site', 'cross-site']],
  ];
}

export const METHODS = [
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'PURGE',
  'post',
  'POSTS',
];
export const PAGES = ['/', '/deliberations/last', '/main-ABC.js'];
export const TYPES = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-8',
  'text/plain;application/json',
  'application/json, text/plain',
  'application/jsonp',
  'Application/JSON',
  '*/*',
];

export function pathsFor({ port }: Target): readonly string[] {
  return [
    '//api/home',
    '/api//home',
    '///evil.test/api/home',
    '/./api/home',
    '/api/./home',
    '/api/../api/home',
    '/x/../api/home',
    '/..',
    '/../../etc/passwd',
    '/.git/config',
    '/%61pi/home',
    '/api%2fhome',
    '/api%2Fhome',
    '/%2e/api/home',
    '/api/%2e%2e/api/home',
    '/api/%252e%252e/home',
    '/api/home%00',
    '/api/home%20',
    '/api/home%0d%0aX:1',
    '/api\\home',
    '/\\evil.test/api/home',
    '/api;a=b/home',
    '/api/home;jsessionid=1',
    '/api/h\u00f6me',
    '/api/home#part',
    '/api/home|x',
    '/~root',
    '/api/home:80',
    '/api/@home',
    '/api/*',
    'api/home',
    '*',
    `http://127.0.0.1:${port}/api/home`,
    'http://evil.test/api/home',
    `//127.0.0.1:${port}/api/home`,
    'file:///etc/passwd',
  ];
}

/** What a WebSocket may ask for instead of the two protocols that have the key. */
export function protocolsFor({ key }: Target): readonly (string | undefined)[] {
  return [
    undefined,
    '',
    'witan.coach',
    key,
    `key.${key}`,
    `key.${key}, witan.coach`,
    `witan.coach, ${key}`,
    `witan.coach, key.${'x'.repeat(43)}`,
    `witan.coach, key.${key.slice(1)}`,
    `witan.coach, key.${key}A`,
    `witan.coach; key.${key}`,
    `WITAN.COACH, key.${key}`,
    `witan.coach, key.${key}, key.${key}`,
    `x, witan.coach, key.${key}`,
    `witan.coach, key.${'A'.repeat(8_000)}`,
  ];
}

export function authorizationsFor({ key }: Target): readonly (string | undefined)[] {
  return [
    undefined,
    '',
    key,
    'Bearer',
    `Bearer ${'x'.repeat(43)}`,
    `Bearer ${key.slice(1)}`,
    `Bearer ${key}A`,
    `Bearer  ${key}`,
    `bearer ${key}`,
    `Basic ${key}`,
    `Bearer ${key}, Bearer ${key}`,
    `Bearer ${key}=`,
    `Bearer ${'A'.repeat(8_000)}`,
  ];
}
