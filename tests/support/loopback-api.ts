import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a real client sent to a loopback service, and nothing of it interpreted. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface LoopbackApi {
  readonly url: string;
  readonly requests: ApiRequest[];
  close(): Promise<void>;
}

/** How the service behaves: a text to answer with, an HTTP error, or silence forever once it is asked. */
export type Behavior =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'error'; readonly status: number; readonly message: string }
  | { readonly kind: 'silence'; readonly onQuestion: () => void };

/** Writes an answer in the words of one vendor's interface. */
export type Speak = (request: ApiRequest, response: ServerResponse, text: string) => void;

/** A service on this machine that real command-line tools take for their vendor's. */
export async function startLoopbackApi(speak: Speak, behavior: Behavior): Promise<LoopbackApi> {
  const requests: ApiRequest[] = [];
  const server = createServer((incoming, response) => {
    void receive(incoming).then((request) => {
      requests.push(request);
      if (behavior.kind === 'answer') speak(request, response, behavior.text);
      else if (behavior.kind === 'error') sendError(response, behavior.status, behavior.message);
      else if (request.method === 'POST') behavior.onQuestion();
      else response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}

/** Server-sent events; a name where the interface has one. */
export function sendEvents(response: ServerResponse, events: readonly { name?: string; data: unknown }[]): void {
  response.setHeader('content-type', 'text/event-stream');
  for (const { name, data } of events) {
    response.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
  }
  response.end();
}

export function sendError(response: ServerResponse, status: number, message: string): void {
  response.statusCode = status;
  sendJson(response, { type: 'error', error: { type: 'error', message, code: status } });
}

async function receive(incoming: IncomingMessage): Promise<ApiRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const { pathname } = new URL(incoming.url ?? '/', 'http://loopback');
  return { method: incoming.method ?? 'GET', path: pathname, body: parseBody(Buffer.concat(chunks).toString('utf8')) };
}

function parseBody(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
