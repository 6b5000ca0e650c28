import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Clock } from '../../kernel/clock.js';
import { createOutbox, type OutgoingMessage, outgoing } from './outbox.js';
import type { PageMessage, ToPage, ToServer } from './protocol.js';

/** What a page said about itself. */
interface ConnectionMeta extends Readonly<ToServer['connection:hello']> {
  readonly connectedAt: string;
}

/** One open page. */
export interface Connection {
  readonly id: string;
  readonly connectedAt: string;
  /** Undefined until its `connection:hello`. */
  meta: ConnectionMeta | undefined;
  /** The size of its terminal, if it has one. */
  terminal: { readonly cols: number; readonly rows: number } | undefined;
  send<Type extends keyof ToPage>(type: Type, payload: ToPage[Type], id?: string): void;
}

/** All open pages. */
export interface Connections {
  add(socket: WebSocket): Connection;
  /** To all pages; `answered` is the one that asked, whose copy has the id of its question. */
  readonly broadcast: <Type extends keyof ToPage>(type: Type, payload: ToPage[Type], answered?: Answered) => void;
  readonly all: () => readonly Connection[];
  close(): Promise<void>;
}

interface Answered {
  readonly connection: Connection;
  readonly id: string | undefined;
}

interface ConnectionsOptions {
  readonly clock: Clock;
  readonly changed: (event: 'connected' | 'disconnected' | 'too slow', open: number) => void;
}

export function createConnections({ clock, changed }: ConnectionsOptions): Connections {
  const open = new Map<Connection, OpenPage>();
  const waiting = () => [...open.values()].reduce((sum, page) => sum + page.outbox.waiting(), 0);

  const forget = (connection: Connection, event: 'disconnected' | 'too slow') => {
    if (open.delete(connection)) changed(event, open.size);
  };
  /** A page that was dropped connects again and gets everything as it is then. */
  const drop = (connection: Connection) => {
    const page = open.get(connection);
    forget(connection, 'too slow');
    page?.socket.terminate();
  };
  const deliver = (connection: Connection, message: OutgoingMessage) => {
    const page = open.get(connection);
    if (page === undefined) return;
    if (page.outbox.waiting() > MAX_BEHIND) return drop(connection);
    page.outbox.add(message);
    if (waiting() <= MAX_WAITING) return;
    const [slowest] = [...open].sort(([, a], [, b]) => b.outbox.waiting() - a.outbox.waiting());
    if (slowest !== undefined) drop(slowest[0]);
  };
  const toMessage = <Type extends keyof ToPage>(type: Type, payload: ToPage[Type], id?: string) =>
    outgoing({ type, payload, ...(id !== undefined && { id }), timestamp: clock.now().getTime() } as PageMessage);

  return {
    add(socket) {
      const connection: Connection = {
        id: randomUUID(),
        connectedAt: clock.now().toISOString(),
        meta: undefined,
        terminal: undefined,
        send: (...message) => deliver(connection, toMessage(...message)),
      };
      const outbox = createOutbox((data, sent) => socket.send(data, { binary: false }, sent));
      open.set(connection, { socket, outbox });
      socket.on('close', () => forget(connection, 'disconnected'));
      // A broken frame or connection; `close` follows.
      socket.on('error', () => socket.terminate());
      changed('connected', open.size);
      return connection;
    },
    broadcast(type, payload, answered) {
      if (answered !== undefined) answered.connection.send(type, payload, answered.id);
      const others = [...open.keys()].filter((connection) => connection !== answered?.connection);
      if (others.length === 0) return;
      const message = toMessage(type, payload);
      for (const connection of others) deliver(connection, message);
    },
    all: () => [...open.keys()],
    async close() {
      await Promise.all([...open.values()].map(({ socket }) => closeSocket(socket)));
    },
  };
}

interface OpenPage {
  readonly socket: WebSocket;
  readonly outbox: ReturnType<typeof createOutbox>;
}

/** How much may wait for one page, and for all of them. */
const MAX_BEHIND = 8 * 1_048_576;
const MAX_WAITING = 32 * 1_048_576;

/** The page learns that the server ends on purpose; one that does not answer is not waited for. */
function closeSocket(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), GOODBYE_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.close(GOING_AWAY, 'the coach ends');
  });
}

const GOODBYE_MS = 500;
const GOING_AWAY = 1001;
