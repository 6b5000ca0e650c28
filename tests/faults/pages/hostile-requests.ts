import { type Header, type RawRequest, requestText } from '../../support/raw-request.js';
import {
  authorizationsFor,
  hostsFor,
  METHODS,
  PAGES,
  pathsFor,
  protocolsFor,
  repeatsOf,
  sitesFor,
  type Target,
  TYPES,
} from './hostile-parts.js';

/** Each with the wrong part in its name. With any one check removed, some of them reach a route. */
export function hostileRequests(target: Target): ReadonlyMap<string, string | Buffer> {
  const bases = basesFor(target);
  const found = new Map<string, string | Buffer>();
  const add = (name: string, request: RawRequest) => found.set(name, requestText(request));
  for (const [kind, base] of Object.entries(bases)) {
    const own = base.headers.filter(([name]) => name !== 'Host');
    const hosts = hostsFor(target);
    for (const [host, headers] of hosts) {
      add(`${kind}, host ${host}`, { ...base, headers: [...headers, ...own] });
      for (const origin of ['null', 'http://evil.test', originOf(headers)])
        add(`${kind}, host ${host}, origin ${origin}`, { ...base, headers: [...headers, ...own, ['Origin', origin]] });
    }
    for (const headers of sitesFor(target))
      add(`${kind}, ${describeHeaders(headers)}`, { ...base, headers: [...base.headers, ...headers] });
    for (const headers of repeatsOf(base))
      add(`${kind}, twice ${describeHeaders(headers)}`, { ...base, headers: [...base.headers, ...headers] });
  }
  const { ask, act } = bases;
  for (const method of METHODS) add(`method ${method}`, { ...act, method });
  for (const path of PAGES) add(`method POST of ${path}`, { ...act, target: path });
  for (const type of TYPES) {
    for (const [kind, base] of [['act', act] as const, ['exchange', bases.exchange] as const])
      add(`${kind}, type ${type}`, { ...base, headers: withHeader(base.headers, 'Content-Type', type) });
  }
  for (const path of pathsFor(target)) {
    add(`path ${path}`, { ...ask, target: path });
    add(`path ${path}, without a key`, { ...ask, target: path, headers: withHeader(ask.headers, 'Authorization') });
  }
  const { agent, socket } = bases;
  for (const method of METHODS.filter((name) => name !== 'DELETE'))
    add(`agent, method ${method}`, { ...agent, method });
  for (const method of ['POST', ...METHODS]) add(`socket, method ${method}`, { ...socket, method });
  for (const protocols of protocolsFor(target))
    add(`socket, protocols ${protocols}`, {
      ...socket,
      headers: withHeader(socket.headers, 'Sec-WebSocket-Protocol', protocols),
    });
  for (const path of ['/', '/ws/', '/ws/x', '/ws?key=x', '/api/home', '/mcp', '/WS', '/%77s'])
    add(`socket at ${path}`, { ...socket, target: path });
  for (const authorization of authorizationsFor(target)) {
    for (const [kind, base] of [['ask', ask] as const, ['act', act] as const, ['agent', agent] as const])
      add(`${kind}, authorization ${authorization}`, {
        ...base,
        headers: withHeader(base.headers, 'Authorization', authorization),
      });
  }
  for (const [name, text] of Object.entries(bodiesFor(bases))) found.set(name, text);
  for (const [name, bytes] of Object.entries(otherProtocols(bases, target))) found.set(name, bytes);
  return found;
}

/** Requests that never end; the server must end them. */
export function slowRequests(target: Target): ReadonlyMap<string, string> {
  const { act } = basesFor(target);
  return new Map([
    ['nothing at all', ''],
    ['half a request line', 'GET /api/ho'],
    ['headers without an end', requestText(act).slice(0, -6)],
    ['a body without an end', requestText({ ...act, headers: withHeader(act.headers, 'Content-Length', '1000000') })],
  ]);
}

/** A request that every check lets through. */
export function goodRequest({ port, key }: Target): RawRequest {
  return {
    method: 'GET',
    target: '/api/home',
    headers: [
      ['Host', `127.0.0.1:${port}`],
      ['Authorization', `Bearer ${key}`],
      ['Connection', 'close'],
    ],
  };
}

function basesFor(target: Target) {
  const ask = goodRequest(target);
  const body = { body: '{}', type: ['Content-Type', 'application/json'], length: ['Content-Length', '2'] } as const;
  const act = {
    method: 'POST',
    target: '/api/act',
    headers: [...ask.headers, body.type, body.length],
    body: body.body,
  };
  const exchange = { ...act, target: '/key', headers: withHeader(act.headers, 'Authorization') };
  const look = { ...ask, target: '/', headers: withHeader(ask.headers, 'Authorization') };
  const agent = { ...act, target: '/mcp' };
  return { ask, act, exchange, look, agent, stream: { ...ask, target: '/mcp' }, socket: goodSocket(target) };
}

/** A WebSocket that every check lets through. */
export function goodSocket({ port, key }: Target): RawRequest {
  return {
    method: 'GET',
    target: '/ws',
    headers: [
      ['Host', `127.0.0.1:${port}`],
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
      ['Sec-WebSocket-Version', '13'],
      ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
      ['Sec-WebSocket-Protocol', `witan.coach, key.${key}`],
    ],
  };
}

/** What other sites could send to a coach that other programs use without a key. */
export function sitesWithoutKey(target: Target): ReadonlyMap<string, string> {
  const { agent, stream, socket } = basesFor(target);
  const found = new Map<string, string>();
  for (const [kind, base] of Object.entries({ agent, stream, socket })) {
    const headers = withHeader(withHeader(base.headers, 'Authorization'), 'Sec-WebSocket-Protocol');
    const own: readonly Header[] = [['Origin', `http://127.0.0.1:${target.port}`]];
    const browser: readonly Header[] = [['Sec-Fetch-Site', 'same-origin']];
    for (const site of [...sitesFor(target), own, browser])
      found.set(`${kind}, ${describeHeaders(site)}`, requestText({ ...base, headers: [...headers, ...site] }));
    for (const [host, hosts] of hostsFor(target)) {
      if (/^localhost/.test(host)) continue;
      const others = headers.filter(([name]) => name !== 'Host');
      found.set(`${kind}, host ${host}`, requestText({ ...base, headers: [...hosts, ...others] }));
    }
  }
  return found;
}

function originOf(headers: readonly Header[]): string {
  return `http://${headers[0]?.[1] ?? 'evil.test'}`;
}

function bodiesFor({ ask, act }: ReturnType<typeof basesFor>): Readonly<Record<string, string>> {
  const withLength = (length: string | undefined) => withHeader(act.headers, 'Content-Length', length);
  const chunked: Header = ['Transfer-Encoding', 'chunked'];
  const pieces = '2\r\n{}\r\n0\r\n\r\n';
  return {
    'body without a length': requestText({ ...act, headers: withLength(undefined) }),
    'body in pieces': requestText({ ...act, headers: [...withLength(undefined), chunked], body: pieces }),
    'body in pieces and with a length': requestText({ ...act, headers: [...act.headers, chunked], body: pieces }),
    'body of an unknown encoding': requestText({
      ...act,
      headers: [...withLength(undefined), ['Transfer-Encoding', 'x']],
    }),
    'body of 1 MiB and a byte': requestText({ ...act, headers: withLength('1048577'), body: ' '.repeat(1_048_577) }),
    'body of ten gigabytes': requestText({ ...act, headers: withLength('10000000000') }),
    'body of a length below zero': requestText({ ...act, headers: withLength('-2') }),
    'body with a length in hexadecimal': requestText({ ...act, headers: withLength('0x2') }),
    'body with two lengths': requestText({ ...act, headers: [...act.headers, ['Content-Length', '3']] }),
    'body that waits for a continue': requestText({ ...act, headers: [...act.headers, ['Expect', '100-continue']] }),
    'body that expects something else': requestText({ ...act, headers: [...act.headers, ['Expect', 'x']] }),
    'body with a GET': requestText({ ...ask, headers: [...ask.headers, ['Content-Length', '2']], body: '{}' }),
    'pieces with a GET': requestText({ ...ask, headers: [...ask.headers, chunked], body: pieces }),
    'headers of 64 KB': requestText({ ...ask, headers: [...ask.headers, ['X-Long', 'x'.repeat(65_536)]] }),
    'a path of 64 KB': requestText({ ...ask, target: `/api/home?${'x'.repeat(65_536)}` }),
    'a header with a line end': requestText({ ...ask, headers: [...ask.headers, ['X-A', 'b\nHost: evil.test']] }),
    'a header with a space in its name': requestText({ ...ask, headers: [['Host ', 'x'], ...ask.headers] }),
    'a header with a zero byte': requestText({ ...ask, headers: [...ask.headers, ['X-A', 'a\u0000b']] }),
  };
}

function otherProtocols(
  { ask }: ReturnType<typeof basesFor>,
  { port }: Target,
): Readonly<Record<string, string | Buffer>> {
  const upgrade = (protocol: string, ...more: readonly Header[]) =>
    requestText({
      ...ask,
      headers: [...withHeader(ask.headers, 'Connection', 'Upgrade'), ['Upgrade', protocol], ...more],
    });
  const socket: readonly Header[] = [
    ['Sec-WebSocket-Version', '13'],
    ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
  ];
  return {
    'a WebSocket': upgrade('websocket', ...socket),
    'a WebSocket of another site': upgrade('websocket', ...socket, ['Origin', 'http://evil.test']),
    'a WebSocket at /ws': upgrade('websocket', ...socket).replace('/api/home', '/ws'),
    'HTTP 2 by an upgrade': upgrade('h2c', ['HTTP2-Settings', 'AAMAAABkAAQAoAAAAAIAAAAA']),
    'HTTP 2 at once': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'HTTP 1.0 without a host': requestText({ ...ask, version: '1.0', headers: ask.headers.slice(1) }),
    'HTTP 0.9': 'GET /api/home\r\n\r\n',
    'HTTP 3.0': requestText({ ...ask, version: '3.0' }),
    'a tunnel': requestText({ method: 'CONNECT', target: `127.0.0.1:${port}`, headers: ask.headers }),
    'a tunnel to another host': requestText({ method: 'CONNECT', target: 'evil.test:443', headers: ask.headers }),
    'the beginning of TLS': Buffer.from('160301020001000001fc0303', 'hex'),
    'the beginning of SSH': 'SSH-2.0-OpenSSH_9.6\r\n',
    'zero bytes': Buffer.alloc(1_000),
    'an empty line without end': '\r\n'.repeat(50_000),
  };
}

function withHeader(headers: readonly Header[], name: string, value?: string): readonly Header[] {
  const others = headers.filter(([each]) => each !== name);
  return value === undefined ? others : [...others, [name, value]];
}

function describeHeaders(headers: readonly Header[]): string {
  return headers.map(([name, value]) => `${name} ${value}`).join(', ');
}
