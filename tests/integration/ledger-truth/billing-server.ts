import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Api, wireOf } from './wire.js';

/** What the server does with one request. Only what `bills` says is entered into its book. */
export type Act =
  | { readonly kind: 'answer'; readonly text: string }
  /** Cut at the length limit, with or without a part of the answer. */
  | { readonly kind: 'truncated'; readonly text: string }
  | { readonly kind: 'refusal' }
  /** Turned away unread, and not billed. */
  | { readonly kind: 'status'; readonly status: number }
  /** Broken off after the model had been at work: billed, and it says so. */
  | { readonly kind: 'billed error'; readonly status: 200 | 400 | 500 }
  /** Billed, and the connection is lost before the client learns of it. */
  | { readonly kind: 'billed and cut' };

/** What one back end has billed. */
interface Book {
  requests: number;
  inputTokens: number;
  outputTokens: number;
  usd: number;
  /** Billed without the client ever being told. */
  untold: number;
}

export interface BillingServer {
  readonly url: string;
  readonly book: Book;
  close(): Promise<void>;
}

/** US dollars per million tokens, as the registry has it too. */
export const PRICE = { inputPerMillion: 3, outputPerMillion: 15 };

/** A back end that bills every request it works on, by tokens that differ from request to request. */
export async function startBillingServer(
  api: Api,
  act: (prompt: string, request: number) => Act,
  answerTokens = 40,
): Promise<BillingServer> {
  const book: Book = { requests: 0, inputTokens: 0, outputTokens: 0, usd: 0, untold: 0 };
  const wire = wireOf(api);

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const prompt = await readPrompt(request);
    book.requests += 1;
    const deed = act(prompt, book.requests);
    if (deed.kind === 'status') return send(response, deed.status, wire.error('turned away'));
    const usage = bill(prompt, book.requests);
    switch (deed.kind) {
      case 'answer':
        return send(response, 200, wire.answer(deed.text, usage));
      case 'truncated':
        return send(response, 200, wire.truncated(deed.text, usage));
      case 'refusal':
        return send(response, 200, wire.refusal(usage));
      case 'billed error':
        return send(response, deed.status, wire.billedError('broken off', usage));
      case 'billed and cut':
        book.untold += 1;
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' });
        response.write('{', () => response.socket?.resetAndDestroy());
    }
  };

  function bill(prompt: string, request: number) {
    const usage = { input: Math.ceil(prompt.length / 4) + request, output: answerTokens + request };
    const usd = (usage.input * PRICE.inputPerMillion + usage.output * PRICE.outputPerMillion) / 1_000_000;
    book.inputTokens += usage.input;
    book.outputTokens += usage.output;
    book.usd += usd;
    return { ...usage, usd };
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    book,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readPrompt(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
