import type { Readable, Writable } from 'node:stream';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

/**
 * One message per line, like the SDK's transport. That one ends the session at a message that is too long; here the
 * sender gets an error and the session continues.
 */
export function createStdioTransport(input: Readable, output: Writable): Transport {
  const write = (line: string): Promise<void> =>
    new Promise((resolve) => {
      if (output.write(line)) resolve();
      else output.once('drain', resolve);
    });
  const read = createLineReader({
    maxBytes: MAX_MESSAGE_BYTES,
    onLine: (line) => {
      let message: JSONRPCMessage;
      try {
        message = deserializeMessage(line);
      } catch (error) {
        transport.onerror?.(error as Error);
        return;
      }
      transport.onmessage?.(message);
    },
    onLongLine: (ends) => {
      transport.onerror?.(new Error(TOO_LONG));
      void write(`${JSON.stringify(tooLongError(ends))}\n`);
    },
  });
  const fail = (error: Error): void => transport.onerror?.(error);
  const transport: Transport = {
    async start() {
      input.on('data', read);
      input.on('error', fail);
    },
    send: (message) => write(serializeMessage(message)),
    async close() {
      input.off('data', read);
      input.off('error', fail);
      input.pause();
      transport.onclose?.();
    },
  };
  return transport;
}

const TOO_LONG = `the message is longer than ${MAX_MESSAGE_BYTES / 1024 / 1024} MiB; send less text in one message`;

function tooLongError(ends: LineEnds): object {
  return { jsonrpc: '2.0', id: idOf(ends), error: { code: ErrorCode.InvalidRequest, message: TOO_LONG } };
}

/**
 * Clients write the id first or last. Both patterns only match at the outermost level: with only plain fields before it,
 * or only the last brace after it. Otherwise null, as in JSON-RPC.
 */
function idOf({ head, tail }: LineEnds): string | number | null {
  const [, id] = ID_FIRST.exec(head) ?? ID_LAST.exec(tail) ?? [];
  try {
    return id === undefined ? null : (JSON.parse(id) as string | number);
  } catch {
    return null;
  }
}

const ID = String.raw`"id"\s*:\s*(-?\d{1,16}|"(?:[^"\\]|\\.){0,200}")`;
const ID_FIRST = new RegExp(String.raw`^\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,\s*)*${ID}\s*,`);
const ID_LAST = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

interface LineReaderOptions {
  readonly maxBytes: number;
  readonly onLine: (line: string) => void;
  /** For a line that is too long; only its two ends are kept. */
  readonly onLongLine: (ends: LineEnds) => void;
}

interface LineEnds {
  readonly head: string;
  readonly tail: string;
}

/** Splits a stream into lines. Keeps at most one line of limited length in memory. */
function createLineReader({ maxBytes, onLine, onLongLine }: LineReaderOptions): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  let tail = Buffer.alloc(0);

  const add = (part: Buffer): void => {
    size += part.length;
    if (size <= maxBytes) {
      parts.push(part);
      return;
    }
    tail = Buffer.concat([tail.length > 0 ? tail : Buffer.concat(parts).subarray(-END_BYTES), part]).subarray(
      -END_BYTES,
    );
    parts = [headOf(parts.length > 0 ? parts : [part])];
  };

  const finish = (): void => {
    const line = { parts, tail, isLong: size > maxBytes };
    parts = [];
    size = 0;
    tail = Buffer.alloc(0);
    const text = Buffer.concat(line.parts).toString('utf8');
    if (line.isLong) onLongLine({ head: text, tail: line.tail.toString('utf8') });
    else onLine(text.replace(/\r$/, ''));
  };

  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      finish();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  };
}

const NEWLINE = 0x0a;
const END_BYTES = 1024;

function headOf(parts: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = parts;
  // A copy: a part of a chunk would keep the whole chunk in memory.
  return Buffer.from((first.length >= END_BYTES ? first : Buffer.concat(parts)).subarray(0, END_BYTES));
}
