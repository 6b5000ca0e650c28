import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackEmbeddingServer {
  readonly url: string;
  readonly embeddedTexts: string[];
  close(): Promise<void>;
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
    embeddedTexts.push(...input);
    return { embeddings: input.map((text) => Array.from(embed(text))) };
  };
  const server = createServer((request, response) => {
    void answer(request).then((body) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    embeddedTexts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
