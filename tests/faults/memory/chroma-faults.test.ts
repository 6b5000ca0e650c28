import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../support/chroma.js';
import { useSemantics } from '../../support/learning-fixture.js';
import { GRID, memoryIn, OAUTH } from '../../support/memory-fixture.js';

const semantics = useSemantics();
const alpha = { sessionId: 's1', project: 'app-alpha' };

const FAULTS: readonly (readonly [string, () => Promise<string>])[] = [
  ['8.6: a server that is not there', async () => `http://127.0.0.1:${await freePort()}`],
  ['EC-46: an address that is none', async () => 'not an address'],
  ['EC-46: a host that does not exist', async () => 'http://chroma.invalid:8000'],
  ['a server that never answers', () => serve(() => undefined)],
  ['a server that sends half an answer', () => serve((_request, response) => void response.write('{"id": "e29'))],
  ['a server that closes the connection', () => serve((request) => request.socket.destroy())],
  ['a server that sends a web page', () => serve((_request, response) => void response.end('<html>Hello</html>'))],
  ['a server that sends other JSON', () => serve((_request, response) => void response.end('{"id": 7, "ids": "x"}'))],
  ['a server that sends an empty answer', () => serve((_request, response) => void response.end())],
  ['a server that fails', () => serve((_request, response) => void response.writeHead(500).end('{"error":"x"}'))],
  ['a server that asks for a key', () => serve((_request, response) => void response.writeHead(401).end('{}'))],
  [
    'a server that redirects',
    () => serve((_request, response) => void response.writeHead(302, { location: '/' }).end()),
  ],
  [
    'a server that sends without end',
    () =>
      serve((_request, response) => {
        const more = (): void => {
          if (response.destroyed) return;
          response.write('x'.repeat(65_536));
          setImmediate(more);
        };
        more();
      }),
  ],
];

describe.each(FAULTS)('%s', (_name, start) => {
  it('degrades, and loses nothing', async () => {
    const chromaUrl = await start();
    const { memory, folder, logged } = await memoryIn({ semantics, chromaUrl });
    expect(await memory.isMemoryAvailable()).toBe(false);
    expect(await memory.addMemories({ memories: [OAUTH, GRID], ...alpha })).toEqual({ added: 0 });
    expect(await memory.queryMemories({ queryText: 'auth' })).toEqual([]);
    expect((await memory.exportMemories()).map(({ content }) => content)).toEqual([OAUTH.content, GRID.content]);
    expect(new Set(logged.map((line) => line.replace(/at .* —/, 'at … —')))).toEqual(
      new Set(['warn ChromaDB unavailable at … — memory features disabled']),
    );
    await memory.close();
    const { memory: embedded } = await memoryIn({ semantics, folder });
    expect((await embedded.queryMemories({ queryText: 'race in auth' }))[0]?.content).toBe(OAUTH.content);
  });
});

it('says within the time of one call that a server which hangs is not available', async () => {
  const chromaUrl = await serve(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { memory } = await memoryIn({ semantics, chromaUrl });
  const available = memory.isMemoryAvailable();
  vi.advanceTimersByTime(1_500);
  expect(await available).toBe(false);
});

it.each(['localhost:8000', 'not an address', 'ftp://127.0.0.1'])(
  'says what is wrong with the address %s',
  async (url) => {
    const { memory, logged } = await memoryIn({ semantics, chromaUrl: url });
    expect(await memory.isMemoryAvailable()).toBe(false);
    expect(logged[0]).toContain('unavailable at CHROMADB_URL, which is not an address like http://127.0.0.1:8000 —');
  },
);

it('leaves the collection of another program alone when everything is forgotten', async () => {
  const requests: string[] = [];
  const records = { ids: ['1'], documents: ['Of another program'], metadatas: [null] };
  const chromaUrl = await serve((request, response) => {
    requests.push(`${request.method} ${request.url?.split('/').at(-1)}`);
    const isGet = request.url?.endsWith('/get');
    response.end(JSON.stringify(isGet ? records : { id: '7d9ab6a8-8a0d-4d1c-9f0e-1f2d3c4b5a69', metadata: null }));
  });
  const { memory } = await memoryIn({ semantics, chromaUrl });
  await memory.addMemories({ memories: [OAUTH], ...alpha });
  expect(await memory.forgetMemories({})).toEqual({ forgotten: 1 });
  await memory.queryMemories({ queryText: 'auth' });
  expect(new Set(requests)).toEqual(new Set(['POST collections', 'POST get']));
});

it('does not show the password of an address in the log', async () => {
  const { memory, logged } = await memoryIn({
    semantics,
    chromaUrl: `http://ann:hunter2@127.0.0.1:${await freePort()}`,
  });
  await memory.isMemoryAvailable();
  expect(logged.join()).not.toContain('hunter2');
});

it('ends a call that hangs when it is closed', async () => {
  const { memory } = await memoryIn({ semantics, chromaUrl: await serve(() => undefined) });
  const [added] = await Promise.all([memory.addMemories({ memories: [OAUTH], ...alpha }), memory.close()]);
  expect(added).toEqual({ added: 0 });
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
