import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { CoachPage } from '../../coaching/index.js';
import { cutText } from '../../kernel/cut-text.js';
import { errorMessage } from '../../kernel/error-code.js';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import { isUserError } from '../../kernel/user-error.js';
import { SOCKET_PROTOCOL } from '../guard/check-request.js';
import { type Connection, type Connections, createConnections } from './connections.js';
import { describeProblem, type Handler, type HandlerContext, type Handlers } from './handlers/handler.js';
import { HANDLERS } from './handlers/index.js';
import { TO_SERVER, type ToPage, type ToServer } from './protocol.js';

export interface CoachSocketOptions {
  readonly coach: CoachPage;
  readonly status: RouterContext['status'];
  /** Called when a page connects; the returned function when it is gone. */
  readonly pageOpened: () => () => void;
  readonly log: (line: string) => void;
}

/** The WebSocket of the coach: what pages send is routed, and what they should know is broadcast. */
export interface CoachSocket extends Pick<Connections, 'broadcast' | 'all'> {
  /** For a request that the guard has let through. False if too many pages are open. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): Promise<void>;
}

export function createCoachSocket({ coach, status, pageOpened, log }: CoachSocketOptions): CoachSocket {
  // The key is among the protocols that the page asks for, and is not repeated in the answer.
  const handleProtocols = (asked: Set<string>) => (asked.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : false);
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, handleProtocols });
  const connections = createConnections({
    clock: coach.clock,
    changed: (event, open) => log(`page ${event} (${open} open)`),
  });
  const route = createRouter(HANDLERS, { coach, connections, status });
  const inbox = createInbox();

  const connected = (socket: WebSocket) => {
    const closed = pageOpened();
    const connection = connections.add(socket);
    socket.once('close', closed);
    inbox.read(socket, (text) => route(text, connection));
  };

  return {
    broadcast: connections.broadcast,
    all: connections.all,
    accept(request, socket, head) {
      if (connections.all().length >= MAX_PAGES) return false;
      server.handleUpgrade(request, socket, head, connected);
      return true;
    },
    close: () => connections.close(),
  };
}

/** Two texts of the largest size, with room for escapes. */
const MAX_MESSAGE_BYTES = 16 * 1_048_576;
const MAX_PAGES = 32;
/** Limits what pages have sent and no handler has seen yet. */
const MAX_UNREAD_BYTES = 32 * 1_048_576;

/** Handles the messages of each page in their order. While too much waits, no page is read: TCP makes them wait. */
function createInbox() {
  const readers = new Set<WebSocket>();
  let unread = 0;
  return {
    read(socket: WebSocket, handle: (text: string) => Promise<void>) {
      const inOrder = oneAtATime();
      readers.add(socket);
      socket.once('close', () => readers.delete(socket));
      socket.on('message', (data: RawData, isBinary: boolean) => {
        const bytes = data as Buffer;
        unread += bytes.byteLength;
        if (unread > MAX_UNREAD_BYTES) for (const reader of readers) reader.pause();
        // A binary frame is no JSON, whatever is in it.
        void inOrder(() => handle(isBinary ? '' : bytes.toString())).finally(() => {
          unread -= bytes.byteLength;
          if (unread <= MAX_UNREAD_BYTES) for (const reader of readers) if (reader.isPaused) reader.resume();
        });
      });
    },
  };
}

/** Takes a message of a page, as text. Never rejects: each bad one is answered with one error. */
type Router = (text: string, connection: Connection) => Promise<void>;

interface RouterContext {
  readonly coach: CoachPage;
  readonly connections: Pick<Connections, 'broadcast'>;
  readonly status: () => ToPage['coach:status'];
}

function createRouter(handlers: Handlers, context: RouterContext): Router {
  const routes = new Map<string, Route>(
    Object.entries(handlers).map(([type, handler]) => [
      type,
      { payload: TO_SERVER[type as keyof ToServer], handler: handler as Handler<never> },
    ]),
  );
  const { coach } = context;
  return async (text, connection) => {
    const read = readMessage(text);
    const fail = ({ id, type, ...problem }: Failure) => {
      coach.warn('bad_message', { code: problem.code, type, cause: problem.message });
      connection.send('connection:error', { ...problem, ...(type !== undefined && { context: type }) }, id);
    };
    if (!read.ok) return fail(read.failure);
    const { type, id, payload } = read.message;
    const route = routes.get(type);
    if (route === undefined) return coach.warn('unknown_message', { type: cutText(type, MAX_NAME_LENGTH) });
    const parsed = route.payload.safeParse(payload);
    if (!parsed.success) return fail({ code: 'INVALID_MESSAGE', message: describeIssues(parsed.error), type, id });
    try {
      await route.handler(parsed.data as never, handlerContext(context, { connection, id }));
    } catch (error) {
      const { code, message } = describeProblem(error);
      if (!isUserError(error)) coach.warn('handler_failed', { type, cause: error });
      fail({ code, message, type, id });
    }
  };
}

interface Route {
  readonly payload: z.ZodType;
  readonly handler: Handler<never>;
}

interface Failure extends Pick<ToPage['connection:error'], 'code' | 'message'> {
  /** The type of the message that failed, where it is known. */
  readonly type?: string | undefined;
  readonly id?: string | undefined;
}

type ReadMessage =
  | { readonly ok: true; readonly message: z.infer<typeof ENVELOPE> }
  | { readonly ok: false; readonly failure: Failure };

const MAX_NAME_LENGTH = 100;
const MAX_CAUSE_LENGTH = 500;

/** A payload is checked by the schema of its type; here it only has to be an object. */
const ENVELOPE = z.object({
  type: z.string().min(1),
  payload: z.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'expected an object',
  }),
  id: z.string().max(MAX_NAME_LENGTH).optional(),
  timestamp: z.number().optional(),
});

function readMessage(text: string): ReadMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = `The message is not JSON: ${cutText(errorMessage(error), MAX_CAUSE_LENGTH)}`;
    return { ok: false, failure: { code: 'INVALID_JSON', message } };
  }
  const parsed = ENVELOPE.safeParse(value);
  if (parsed.success) return { ok: true, message: parsed.data };
  return { ok: false, failure: { code: 'INVALID_MESSAGE', message: describeIssues(parsed.error) } };
}

/** The first few of a thousand problems say enough. */
function describeIssues({ issues }: z.ZodError): string {
  const causes = issues.slice(0, 3).map(({ path, message }) => `${path.join('.') || 'message'}: ${message}`);
  return cutText(causes.join('; '), MAX_CAUSE_LENGTH);
}

interface Asked {
  readonly connection: Connection;
  readonly id: string | undefined;
}

function handlerContext({ coach, connections, status }: RouterContext, asked: Asked): HandlerContext {
  return {
    coach,
    status,
    connection: asked.connection,
    reply: (type, payload) => asked.connection.send(type, payload, asked.id),
    broadcast: (type, payload) => connections.broadcast(type, payload, asked),
  };
}
