import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { CoachPage } from '../../coaching/index.js';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import { SOCKET_PROTOCOL } from '../guard/check-request.js';
import { type Connections, createConnections } from './connections.js';
import { HANDLERS } from './handlers/index.js';
import { createRouter, type RouterContext } from './router.js';

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
/** What pages have sent and no handler has seen yet. */
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
