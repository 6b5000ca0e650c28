import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { PeerUser } from './peer-user.js';

/**
 * Decides about every request before any route sees it. Any page in the person's browser and any program of any user on
 * this machine can reach the port, so each check answers one of their ways in. A WebSocket is judged before the upgrade.
 */
export function checkRequest(request: GuardedRequest, policy: GuardPolicy): Refusal | undefined {
  for (const check of CHECKS) {
    const refusal = check(request, policy);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

export type GuardedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders' | 'socket'>;

export interface GuardPolicy {
  readonly port: number;
  /** True if a key may use this path. */
  readonly accepts: (key: string, path: string) => boolean;
  /** The user at the other end of a connection. */
  readonly findUser: (socket: Socket) => PeerUser;
  /** Whether `/ws` and `/mcp` exist, and which of their callers need the key. */
  readonly coach?: CoachAccess | undefined;
}

/**
 * With `key for strangers`, other programs of the same user may connect without one; with `key for browsers`, also those of
 * a user that the system does not tell.
 */
export type CoachAccess = 'key for all' | 'key for strangers' | 'key for browsers';

/** The page asks for these two protocols, and the server chooses the first: the key is not repeated in its answer. */
export const SOCKET_PROTOCOL = 'witan.coach';
const SOCKET_PROTOCOLS = /^witan\.coach, ?key\.([\w-]{43})$/;

export interface Refusal {
  readonly status: 400 | 401 | 403 | 405 | 411 | 413 | 415;
  /** One sentence for the person; it never repeats what was sent. */
  readonly reason: string;
}

/** The largest body of a request: an edited item of knowledge with room to spare. */
export const MAX_BODY_BYTES = 1_048_576;

type Check = (request: GuardedRequest, policy: GuardPolicy) => Refusal | undefined;

/** Of a header that is sent twice, one part of the server may read the first and another the second. */
const checkRepeats: Check = ({ rawHeaders }) => {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const isRepeated = names.some((name, index) => JUDGED_HEADERS.has(name) && names.indexOf(name) !== index);
  return isRepeated ? { status: 400, reason: 'A header is sent twice.' } : undefined;
};

const JUDGED_HEADERS = new Set([
  'host',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'content-type',
  'content-length',
  'authorization',
  'upgrade',
  'sec-websocket-protocol',
  'mcp-session-id',
]);

/**
 * A page of another site that resolves its own name to this machine (DNS rebinding) sends its own name as the host. Not
 * `localhost`: that may be `::1`, where another program can listen on the same port. Programs that need no key have none
 * to lose.
 */
const checkHost: Check = (request, policy) => {
  const { host } = request.headers;
  const isOwn = host === `127.0.0.1:${policy.port}`;
  return isOwn || (host === `localhost:${policy.port}` && isFreeProgram(request, policy))
    ? undefined
    : { status: 403, reason: `These pages are at http://127.0.0.1:${policy.port} and under no other name.` };
};

/** One spelling of each path: no percent signs, no doubled slashes, no dots that lead elsewhere, no full addresses. */
const checkTarget: Check = ({ url = '' }) =>
  getPath(url) === undefined ? { status: 400, reason: 'The path has characters that no page uses.' } : undefined;

/** A script of another site, or of another port of this machine. */
const checkOrigin: Check = ({ headers }) =>
  headers.origin === undefined || headers.origin === `http://${headers.host}`
    ? undefined
    : { status: 403, reason: 'The request comes from another site.' };

/**
 * A browser tells the origin of a request without that header, such as an image or a link of another site. The address bar may
 * show the page, and so may the private file that the command opens, for the browser a page of another site.
 */
const checkFetchMetadata: Check = ({ method, url = '', headers }) => {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin') return undefined;
  const isLink = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  const isOpened = site === 'none' || (site === 'cross-site' && isLink);
  return isOpened && method === 'GET' && isShell(getPath(url) ?? '')
    ? undefined
    : { status: 403, reason: 'The request comes from another site.' };
};

const checkMethod: Check = (request, policy) => {
  const { method, url = '', headers } = request;
  const path = getPath(url) ?? '';
  if (headers.upgrade !== undefined && !isSocket(request, policy))
    return { status: 400, reason: 'This server has no other protocols.' };
  if (headers.upgrade === undefined && path === '/ws' && policy.coach !== undefined)
    return { status: 400, reason: 'This address is for a WebSocket.' };
  const isKnown =
    method === 'GET' ||
    (method === 'POST' && !isShell(path)) ||
    (method === 'DELETE' && path === '/mcp' && policy.coach !== undefined);
  return isKnown ? undefined : { status: 405, reason: 'This method is not used here.' };
};

/**
 * JSON only, and without parameters such as a character set: a form of another site can send other types without asking
 * first, and our pages send exactly this one. The body comes with the request: waiting for a "continue" is not needed.
 */
const checkBody: Check = ({ method, headers }) => {
  if (headers.expect !== undefined) return { status: 400, reason: 'The body must be sent at once.' };
  if (headers['transfer-encoding'] !== undefined) return { status: 411, reason: 'The length of the body is missing.' };
  const length = headers['content-length'];
  if (method !== 'POST') {
    return length === undefined || length === '0' ? undefined : { status: 400, reason: 'Only POST has a body.' };
  }
  if (length === undefined || !/^\d+$/.test(length))
    return { status: 411, reason: 'The length of the body is missing.' };
  if (Number(length) > MAX_BODY_BYTES) return { status: 413, reason: 'The body is larger than 1 MiB.' };
  return headers['content-type'] === 'application/json'
    ? undefined
    : { status: 415, reason: 'The body must be application/json.' };
};

/** Another user of this machine who has seen the key or a code. */
const checkUser: Check = (request, policy) =>
  isPublic(request) || policy.findUser(request.socket) !== 'other'
    ? undefined
    : { status: 403, reason: 'Another user of this machine has started this server: only they can use it.' };

const checkKey: Check = (request, policy) => {
  const { url = '', headers } = request;
  const path = getPath(url) ?? '';
  if (needsNoKey(request) || isFreeProgram(request, policy)) return undefined;
  const [, key] = isSocket(request, policy)
    ? (SOCKET_PROTOCOLS.exec(headers['sec-websocket-protocol'] ?? '') ?? [])
    : (/^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '') ?? []);
  const command = policy.coach === undefined ? 'witan view' : 'witan coach';
  return key !== undefined && policy.accepts(key, path)
    ? undefined
    : { status: 401, reason: `The key is missing or old: run \`${command}\` again.` };
};

const CHECKS: readonly Check[] = [
  checkRepeats,
  checkHost,
  checkTarget,
  checkOrigin,
  checkFetchMetadata,
  checkMethod,
  checkBody,
  checkUser,
  checkKey,
];

/** Undefined for a target in any spelling that our own pages do not use. */
function getPath(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  return /^\/[\w./-]*$/.test(path) && !/\/\/|\/\.|\.\./.test(path) ? path : undefined;
}

/** The page itself and its scripts, which contain no data. All pages are one document; `view_url` leads to them. */
function isShell(path: string): boolean {
  return !/^\/(?:api|key|code|health|mcp|ws)(?:\/|$)/.test(path);
}

/** A page asks this before it has the key. */
export function needsNoKey(request: GuardedRequest): boolean {
  return isPublic(request) || (request.method === 'POST' && getPath(request.url ?? '') === '/key');
}

/** For every user of this machine. */
function isPublic({ method, url = '' }: GuardedRequest): boolean {
  const path = getPath(url) ?? '';
  return method === 'GET' && (isShell(path) || path === '/health');
}

/** A page cannot send a WebSocket request with other headers than these. */
function isSocket({ method, url, headers }: GuardedRequest, { coach }: GuardPolicy): boolean {
  return coach !== undefined && method === 'GET' && url === '/ws' && headers.upgrade === 'websocket';
}

/** Browsers say where a request comes from, in one of these headers; scripts cannot leave them out. */
function isFreeProgram({ url = '', headers, socket }: GuardedRequest, { coach, findUser }: GuardPolicy): boolean {
  const isBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  const path = getPath(url) ?? '';
  if (isBrowser || !/^\/(?:ws|mcp|health)$/.test(path)) return false;
  return (
    coach === 'key for browsers' ||
    (coach === 'key for strangers' && (path === '/health' || findUser(socket) === 'own'))
  );
}
