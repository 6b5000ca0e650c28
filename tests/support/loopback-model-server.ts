import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the server answers one request. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Nothing is sent until `release()` is called. */
  readonly hold?: boolean;
  /** The connection is reset after half of the body, or before anything was sent. */
  readonly cut?: 'in the body' | 'at once';
  /** The answer begins and never ends. */
  readonly flood?: boolean;
  /** The answer begins and continues with one byte at a time, forever. */
  readonly drip?: boolean;
  /** How long the server thinks. */
  readonly delayMs?: number;
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** Milliseconds on a clock that only grows. */
  readonly at: number;
  /** The client closed the connection before it had the whole answer. */
  wasAbandoned: boolean;
  /** What the connection had carried when it was closed. */
  bytesSent: number;
  /** The whole answer is on its way. */
  wasAnswered: boolean;
}

export interface LoopbackModelServer {
  readonly url: string;
  /** The requests for an answer; listings and other GETs are kept apart. */
  readonly asked: RecordedRequest[];
  readonly listed: RecordedRequest[];
  /** One answer per request for an answer; the last one is repeated. */
  script(...answers: Scripted[]): void;
  /** The same, by what is asked. */
  respond(answerTo: (request: RecordedRequest) => Scripted): void;
  /** What a GET of this path gets; 404 for any other. */
  list(path: string, answer: Scripted): void;
  release(): void;
  close(): Promise<void>;
}

/** A model server on this machine that misbehaves as a test wants and remembers what it was asked. */
export async function startLoopbackModelServer(): Promise<LoopbackModelServer> {
  const asked: RecordedRequest[] = [];
  const listed: RecordedRequest[] = [];
  const listings = new Map<string, Scripted>();
  const held = new Set<() => void>();
  let answers: Scripted[] = [];
  let answerTo: (request: RecordedRequest) => Scripted | undefined = nextAnswer;

  const server = createServer((request, response) => {
    void serve(request, response);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded = await record(request);
    (recorded.method === 'GET' ? listed : asked).push(recorded);
    response.on('finish', () => {
      recorded.wasAnswered = true;
    });
    response.on('close', () => {
      recorded.wasAbandoned = !response.writableFinished;
      recorded.bytesSent = request.socket.bytesWritten;
    });
    const answer = recorded.method === 'GET' ? listings.get(recorded.path) : answerTo(recorded);
    if (answer?.delayMs !== undefined) await sleep(answer.delayMs);
    if (answer?.hold === true) await new Promise<void>((resolve) => held.add(resolve));
    send(response, answer ?? { status: 404, body: 'no such path' });
  }

  function nextAnswer(): Scripted | undefined {
    return answers.length > 1 ? answers.shift() : answers[0];
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    listed,
    script: (...next) => {
      answers = next;
      answerTo = nextAnswer;
    },
    respond: (next) => {
      answerTo = next;
    },
    list: (path, answer) => void listings.set(path, answer),
    release: () => {
      for (const resolve of held) resolve();
      held.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** For what happens soon but not at a known time, such as the other end of a closed connection. */
export async function until(isSo: () => boolean, what: string, withinMs = 10_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`still waiting after ${withinMs} ms: ${what}`);
    await sleep(2);
  }
}

async function record(request: IncomingMessage): Promise<RecordedRequest> {
  const at = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    at,
    wasAbandoned: false,
    bytesSent: 0,
    wasAnswered: false,
  };
}

function send(response: ServerResponse, answer: Scripted): void {
  if (answer.cut === 'at once') {
    response.socket?.resetAndDestroy();
    return;
  }
  const isText = typeof answer.body === 'string';
  const body = Buffer.from(isText ? String(answer.body) : JSON.stringify(answer.body ?? {}));
  const type = isText ? 'text/html' : 'application/json';
  response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers });
  if (answer.flood === true) flood(response);
  else if (answer.drip === true) drip(response);
  else if (answer.cut === undefined) response.end(body);
  else response.write(body.subarray(0, body.length / 2), () => response.socket?.resetAndDestroy());
}

function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(256 * 1024, ' ');
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(timer));
}
