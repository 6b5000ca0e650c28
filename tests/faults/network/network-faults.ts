import type { Socket } from 'node:net';
import type { Fault } from './faulty-proxy.js';

export interface NetworkFault {
  readonly name: string;
  readonly fault: Fault;
  /** What the user reads about it. */
  readonly named: RegExp;
  readonly scheme?: 'https';
  /** Nothing listens at the address. */
  readonly isGone?: true;
  /** Only a deadline ends it. */
  readonly hangs?: true;
}

const CUT = /connection was cut before the answer was complete/;
const NOT_JSON = /unreadable answer: not JSON/;

export const NETWORK_FAULTS: readonly NetworkFault[] = [
  { name: 'refuses connections', fault: (client) => client.destroy(), isGone: true, named: /connection refused/ },
  {
    name: 'accepts and never answers',
    fault: (client) => client.resume(),
    hangs: true,
    named: /timed out after .* no answer had begun/,
  },
  {
    name: 'is reached too late',
    fault: (client, upstream) => void setTimeout(() => client.pipe(upstream()).pipe(client), 60_000).unref(),
    hangs: true,
    named: /timed out after .* no answer had begun/,
  },
  { name: 'resets before it answers', fault: onRequest((client) => client.resetAndDestroy()), named: CUT },
  { name: 'hangs up before it answers', fault: onRequest((client) => client.end()), named: CUT },
  {
    name: 'resets in the middle of the body',
    fault: passing((client, answer) => client.write(half(answer), () => client.resetAndDestroy())),
    named: CUT,
  },
  {
    name: 'hangs up in the middle of the body',
    fault: passing((client, answer) => client.end(half(answer))),
    named: CUT,
  },
  {
    name: 'garbles everything',
    fault: passing((client, answer) => client.end(garbled(answer, 0))),
    named: /does not speak valid HTTP/,
  },
  {
    name: 'garbles the body',
    fault: passing((client, answer) => client.write(garbled(answer, bodyAt(answer)))),
    named: NOT_JSON,
  },
  { name: 'sends a web page', fault: sending('200 OK', '<html>Welcome to the hotel network</html>'), named: NOT_JSON },
  {
    name: 'sends JSON of another kind',
    fault: sending('200 OK', '{"ok":true}'),
    named: /not the form that was expected/,
  },
  { name: 'sends nothing', fault: sending('200 OK', ''), named: /unreadable answer: nothing was sent/ },
  {
    name: 'fails forever',
    fault: sending('500 Internal Server Error', '{"error":{"message":"out of memory"}}'),
    named: /server error \(HTTP 500\): out of memory/,
  },
  {
    name: 'asks for a retry after the deadline',
    fault: sending('429 Too Many Requests', '{"error":{"message":"slow down"}}', 'retry-after: 86400'),
    named: /rate limited: slow down/,
  },
  {
    name: 'redirects to itself',
    fault: sending('307 Temporary Redirect', '', 'location: /v1/chat/completions'),
    named: /HTTP 307.*redirects to .*not followed/,
  },
  {
    name: 'compresses although it must not',
    fault: sending('200 OK', '\u001f\u008b\b\0\0\0\0\0', 'content-encoding: gzip'),
    named: /compressed/,
  },
  {
    name: 'sends one byte at a time',
    fault: passing((client, answer) => drip(client, answer)),
    hangs: true,
    named: /timed out after .* the answer had begun but not ended/,
  },
  {
    name: 'stops after the headers',
    fault: passing((client, answer) => client.write(answer.subarray(0, bodyAt(answer)))),
    hangs: true,
    named: /timed out after .* the answer had begun but not ended/,
  },
  {
    name: 'sends a body without end',
    fault: onRequest((client) => {
      client.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n');
      flood(client, ' '.repeat(256 * 1024));
    }),
    named: /longer than 20 MB/,
  },
  {
    name: 'sends headers without end',
    fault: onRequest((client) => {
      client.write('HTTP/1.1 200 OK\r\n');
      flood(client, `x-more: ${'y'.repeat(1000)}\r\n`);
    }),
    named: /headers of its answer are too long/,
  },
  {
    name: 'speaks plain HTTP where it should be secure',
    fault: onRequest((client) => client.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')),
    scheme: 'https',
    named: /no secure connection could be made/,
  },
  {
    name: 'never finishes the secure greeting',
    fault: (client) => client.resume(),
    scheme: 'https',
    hangs: true,
    named: /timed out after .* no answer had begun/,
  },
];

/** Without a fault: every byte goes through. */
export const HEALTHY: Fault = (client, upstream) => client.pipe(upstream()).pipe(client);

/**
 * The control for all that hangs: no deadline of ours ends the call but a bare timer of the server. What such a
 * deliberation takes beyond that is the machine's part.
 */
export function refusingAfter(seconds: number): Fault {
  const refuse = sending('400 Bad Request', '{"error":{"message":"it is time"}}');
  return (client, upstream) => {
    const timer = setTimeout(() => refuse(client, upstream), seconds * 1_000);
    client.on('close', () => clearTimeout(timer));
  };
}

function onRequest(answer: (client: Socket) => void): Fault {
  return (client) => {
    client.once('data', () => answer(client));
    client.resume();
  };
}

function sending(status: string, body: string, ...headers: readonly string[]): Fault {
  const bytes = Buffer.from(body, 'latin1');
  const lines = [`HTTP/1.1 ${status}`, 'content-type: application/json', `content-length: ${bytes.length}`, ...headers];
  return (client) =>
    client.on('data', () => client.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes])));
}

/** Asks the healthy server and hands on its whole answer, changed. */
function passing(handOn: (client: Socket, answer: Buffer) => void): Fault {
  return (client, upstream) => {
    const server = upstream();
    const chunks: Buffer[] = [];
    server.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const answer = Buffer.concat(chunks);
      const length = Number(/content-length: (\d+)/i.exec(answer.toString('latin1'))?.[1]);
      if (answer.length >= bodyAt(answer) + length) handOn(client, answer);
    });
    client.pipe(server);
  };
}

function bodyAt(answer: Buffer): number {
  return answer.indexOf('\r\n\r\n') + 4;
}

function half(answer: Buffer): Buffer {
  const start = bodyAt(answer);
  return answer.subarray(0, start + Math.floor((answer.length - start) / 2));
}

function garbled(answer: Buffer, from: number): Buffer {
  return Buffer.from(answer.map((byte, index) => (index < from ? byte : byte ^ 0x95)));
}

function drip(client: Socket, answer: Buffer): void {
  let sent = bodyAt(answer);
  client.write(answer.subarray(0, sent));
  const timer = setInterval(() => client.write(answer.subarray(sent, ++sent)), 1_000);
  client.on('close', () => clearInterval(timer));
}

function flood(client: Socket, chunk: string): void {
  const write = () => {
    while (!client.destroyed && client.write(chunk));
  };
  client.on('drain', write);
  write();
}
