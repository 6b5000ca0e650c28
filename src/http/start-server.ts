import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { errorCode } from '../kernel/error-code.js';
import { hashText } from '../kernel/hash-text.js';
import { UserError } from '../kernel/user-error.js';
import { type CoachAccess, checkRequest, type GuardPolicy, needsNoKey, type Refusal } from './guard/check-request.js';
import { openPeerUsers } from './guard/peer-user.js';

export interface ServerOptions {
  /** Chooses the first port that is tried, so that a project keeps its address. */
  readonly projectFolder: string;
  /** Only this one, if given. */
  readonly port?: number | undefined;
  /** The setting by which the person chose it; without it, an option. */
  readonly portSetting?: string | undefined;
  readonly accepts: GuardPolicy['accepts'];
  /** With the coach: who needs a key for it, and what takes over a WebSocket that the guard has let through. */
  readonly coach?: { readonly access: CoachAccess; readonly upgrade: Upgrade } | undefined;
  readonly fetch: (request: Request) => Response | Promise<Response>;
}

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface RunningServer {
  readonly port: number;
  readonly url: string;
  /** False where the system does not tell which user connects. */
  readonly isUserKnown: boolean;
  /** Ends open streams, too. */
  close(): Promise<void>;
}

/** Listens on this machine only. Rejects with a `UserError` if the port is taken. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const answer = getRequestListener(options.fetch, { overrideGlobalObjects: false });
  const policy: { -readonly [Name in keyof GuardPolicy]: GuardPolicy[Name] } = {
    port: 0,
    accepts: options.accepts,
    coach: options.coach?.access,
    // Until it is known which port is ours.
    findUser: () => 'other',
  };
  const check = (request: IncomingMessage) => {
    const refusal = checkRequest(request, policy);
    if (refusal === undefined && !needsNoKey(request)) welcome(request.socket);
    return refusal;
  };
  const guarded = (request: IncomingMessage, response: ServerResponse) => {
    const refusal = check(request);
    if (refusal === undefined) void answer(request, response);
    else refuse(request, response, refusal);
  };
  const server = createServer(TIMES, guarded);
  const welcome = limitStrangers(server);
  // Without these, Node itself answers a request that waits for a "continue".
  server.on('checkContinue', guarded);
  server.on('checkExpectation', guarded);
  if (options.coach !== undefined) guardUpgrades(server, check, options.coach.upgrade);
  server.on('clientError', (_error, socket) => socket.destroy());
  policy.port = await listen(server, options);
  const users = openPeerUsers(policy.port);
  policy.findUser = users.find;
  return {
    port: policy.port,
    url: `http://127.0.0.1:${policy.port}`,
    isUserKnown: users.isKnown,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The time that the headers and the whole of a request may take. Without an interval, Node looks every 30 seconds. */
const TIMES = { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 };

/**
 * Another user can open connections faster than they time out: beyond this many, the oldest one that has not shown the key is
 * closed for each new one. Returns what takes a connection off that list.
 */
function limitStrangers(server: Server): (socket: Socket) => void {
  const strangers = new Set<Socket>();
  const forget = (socket: Socket) => void strangers.delete(socket);
  server.on('connection', (socket: Socket) => {
    strangers.add(socket);
    socket.once('close', () => forget(socket));
    const [oldest] = strangers;
    if (strangers.size <= MAX_STRANGERS || oldest === undefined) return;
    forget(oldest);
    oldest.destroy();
  });
  return forget;
}

const MAX_STRANGERS = 100;

function refuse(request: IncomingMessage, response: ServerResponse, { status, reason }: Refusal): void {
  const answer = () => {
    response.writeHead(status, { ...SECURITY_HEADERS, 'Content-Type': 'application/json', Connection: 'close' });
    response.end(JSON.stringify({ error: reason }), () => request.destroy());
  };
  // To close before a body has arrived would reset the connection, and the page would not see the reason.
  if (isSmall(request)) request.resume().once('end', answer);
  else answer();
}

type Guard = (request: IncomingMessage) => Refusal | undefined;

/** Without a listener for upgrades, Node treats them as requests, which the guard refuses. */
function guardUpgrades(server: Server, check: Guard, upgrade: Upgrade): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A page that goes away during the handshake is no failure of the server.
    socket.on('error', () => socket.destroy());
    const refusal = check(request);
    if (refusal === undefined) upgrade(request, socket, head);
    else refuseUpgrade(socket, refusal);
  });
}

export function refuseUpgrade(socket: Duplex, { status, reason }: { status: number; reason: string }): void {
  const body = JSON.stringify({ error: reason });
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}

function isSmall({ headers }: IncomingMessage): boolean {
  const hasEnd = headers['transfer-encoding'] === undefined && headers.expect === undefined;
  return hasEnd && Number(headers['content-length'] ?? 0) <= MAX_READ_BYTES;
}

const MAX_READ_BYTES = 65_536;

/** The same project gets the same port, unless another program has it. */
async function listen(server: Server, { projectFolder, port, portSetting = '--port' }: ServerOptions): Promise<number> {
  const first = hashText(projectFolder) % PORTS.count;
  const ports = Array.from({ length: PORTS.count }, (_, index) => PORTS.first + ((first + index) % PORTS.count));
  for (const candidate of port === undefined ? [...ports, 0] : [port]) {
    if (await tryToListen(server, candidate)) return (server.address() as AddressInfo).port;
  }
  throw new UserError('conflict', `port ${port} is taken by another program; choose another one with ${portSetting}`);
}

const PORTS = { first: 47_600, count: 200 };

function tryToListen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => {
      server.off('listening', listening);
      if (errorCode(error) === 'EADDRINUSE' || errorCode(error) === 'EACCES') resolve(false);
      else reject(error);
    };
    const listening = () => {
      server.off('error', failed);
      resolve(true);
    };
    server.once('error', failed);
    server.once('listening', listening);
    server.listen(port, '127.0.0.1');
  });
}

/**
 * On every answer, refusals too. `style-src` has no inline styles: components set single properties, which the policy does
 * not concern.
 */
export const SECURITY_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;
