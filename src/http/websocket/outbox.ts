import type { PageMessage } from './protocol.js';

/** A message as it is sent: made once, however many pages get it. */
export interface OutgoingMessage {
  readonly data: Buffer;
  /** A later message with the same key makes this one superfluous. */
  readonly key: string | undefined;
}

export function outgoing(message: PageMessage): OutgoingMessage {
  return { data: Buffer.from(JSON.stringify(message)), key: message.id === undefined ? getKey(message) : undefined };
}

/** For messages that describe a state: only the latest one counts. An answer to a question is never left out. */
function getKey({ type, payload }: PageMessage): string | undefined {
  if (STATES.has(type)) return type;
  if (STATES_OF_PATHS.has(type) && 'path' in payload) return `${type} ${payload.path}`;
  return undefined;
}

const STATES: ReadonlySet<string> = new Set(['fs:tree', 'observer:status', 'coach:status', 'dashboard:state']);
const STATES_OF_PATHS: ReadonlySet<string> = new Set(['fs:tree_update', 'fs:content', 'editor:decorations']);

/** What waits for one page. A page that reads slowly gets fewer messages, not older ones. */
export interface Outbox {
  add(message: OutgoingMessage): void;
  /** Bytes that were not sent yet. */
  readonly waiting: () => number;
}

/** `send` calls back when the bytes have left. */
export function createOutbox(send: (data: Buffer, sent: () => void) => void): Outbox {
  const queue = new Map<string, Buffer>();
  let queued = 0;
  let inFlight = 0;
  let count = 0;

  const sendNow = (data: Buffer) => {
    inFlight += data.byteLength;
    send(data, () => {
      inFlight -= data.byteLength;
      flush();
    });
  };
  const flush = () => {
    for (const [key, data] of queue) {
      if (inFlight >= MAX_IN_FLIGHT) return;
      take(key);
      sendNow(data);
    }
  };
  const take = (key: string) => {
    queued -= queue.get(key)?.byteLength ?? 0;
    queue.delete(key);
  };

  return {
    add({ data, key = `#${count++}` }) {
      if (queue.size === 0 && inFlight < MAX_IN_FLIGHT) return sendNow(data);
      const replaced = queue.get(key);
      // At the end again: it must not overtake what was sent in between.
      take(key);
      queue.set(key, copyInto(replaced, data));
      queued += data.byteLength;
    },
    waiting: () => queued + inFlight,
  };
}

/**
 * In the memory of the message that is replaced, if it is large enough. What waits for a slow page lives long, and a new
 * buffer for each change would stay until V8 cleans up its old objects: tens of megabytes later.
 */
function copyInto(replaced: Buffer | undefined, data: Buffer): Buffer {
  const room = replaced !== undefined && replaced.buffer.byteLength >= data.byteLength ? replaced.buffer : undefined;
  const own = Buffer.from(room ?? new ArrayBuffer(data.byteLength), 0, data.byteLength);
  data.copy(own);
  return own;
}

/** Handed to the system at once; more than that waits here, where it can still be left out. */
const MAX_IN_FLIGHT = 1_048_576;
