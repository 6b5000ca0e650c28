import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with requests to embed: answer, never answer, or answer with something else. */
type EmbeddingMood = 'works' | 'hangs' | 'talks nonsense';

export interface LoopbackEmbeddingServer {
  readonly url: string;
  readonly embeddedTexts: string[];
  mood: EmbeddingMood;
  close(): Promise<void>;
  /** Starts again at the same address after `close`. */
  reopen(): Promise<void>;
}

/** An Ollama on this machine with one model, whose vectors are what the function says. */
export async function startLoopbackEmbeddingServer(
  model: string,
  embed: (text: string) => ArrayLike<number>,
): Promise<LoopbackEmbeddingServer> {
  const embeddedTexts: string[] = [];
  const answer = async (request: IncomingMessage): Promise<object> => {
    if (request.url === '/api/tags') return { models: [{ name: model }] };
    if (request.url === '/api/show') return { model_info: { 'toy.embedding_length': embed('length').length } };
    const { input } = JSON.parse(await read(request)) as { input: string[] };
    if (loopback.mood === 'hangs') return new Promise(() => undefined);
    if (loopback.mood === 'talks nonsense') return { embeddings: input.map(() => ['not', 'a', null, 'vector']) };
    embeddedTexts.push(...input);
    return { embeddings: input.map((text) => Array.from(embed(text))) };
  };
  const server = createServer((request, response) => {
    void answer(request).then((body) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const loopback: LoopbackEmbeddingServer = {
    url: `http://127.0.0.1:${port}`,
    embeddedTexts,
    mood: 'works',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    reopen: () => listen(port),
  };
  return loopback;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
