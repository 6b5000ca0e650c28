import { createServer } from 'node:http';
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { classifyNetworkError } from '../../../../adapters/http/call/classify-network-error.js';
import { createHttpService } from '../../../../adapters/http/call/http-service.js';
import { createLmstudioAdapter } from '../../../../adapters/http/lmstudio.js';
import { createOpenaiAdapter } from '../../../../adapters/http/openai.js';
import { describeFailure, type ModelAdapter, type ModelAnswer } from '../../../../src/models/index.js';
import { httpSettings } from '../../../support/http-vendors.js';

const opened: Server[] = [];

beforeEach(() => {
  for (const name of ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']) {
    vi.stubEnv(name, undefined);
  }
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(opened.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

describe('a proxy of the environment', () => {
  it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY'])(
    'is used when %s names it without a scheme',
    async (variable) => {
      const proxy = await startProxy();
      vi.stubEnv(variable, `127.0.0.1:${proxy.port}`);
      const reason = await failureOf(createOpenaiAdapter(httpSettings('https://models.example/v1', { maxRetries: 0 })));
      expect(proxy.wanted).toEqual(['models.example:443']);
      expect(reason).toMatch(/^unreachable: https:\/\/models\.example /);
    },
  );

  it.each(['socks9://user:pa55@proxy.example', 'http://', 'proxy.example:port', 'http://%zz:x@proxy.example:1'])(
    'fails the call, not the program, when it is "%s"',
    async (value) => {
      vi.stubEnv('HTTPS_PROXY', value);
      const adapter = createOpenaiAdapter(httpSettings('https://models.example/v1'));
      const reason = await failureOf(adapter);
      expect(reason).toMatch(
        /^unreachable: .*HTTPS_PROXY is not the address of a usable proxy.*; set HTTPS_PROXY to .*, or unset it$/,
      );
      expect(reason).not.toContain('pa55');
      expect(await adapter.availability()).toMatchObject({
        available: false,
        reason: expect.stringContaining('HTTPS_PROXY'),
        remedy: expect.stringContaining('unset it'),
      });
      vi.stubEnv('HTTPS_PROXY', undefined);
      expect(await adapter.availability()).toMatchObject({ available: true });
    },
  );

  it('is not used for a server on this machine', async () => {
    vi.stubEnv('HTTP_PROXY', 'socks9://nowhere');
    const gone = await listen(createPlainServer());
    await new Promise((resolve) => opened.pop()?.close(resolve));
    const adapter = createLmstudioAdapter(httpSettings(`http://127.0.0.1:${gone}`, { maxRetries: 0 }));
    expect(await failureOf(adapter)).toContain('connection refused');
  });
});

describe('a permanent fault', () => {
  it.each([
    ['https', 'HTTP/1.1 200 OK\r\n\r\n', 'no secure connection could be made'],
    ['http', 'NOT HTTP\r\n\r\n', 'does not speak valid HTTP'],
    ['http', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 'headers of its answer are too long'],
  ])('gets a plain message after one try: %s, %j', async (scheme, bytes, words) => {
    const sockets: Socket[] = [];
    const port = await listen(
      createPlainServer((socket) => {
        sockets.push(socket);
        socket.on('error', () => {});
        socket.once('data', () => socket.end(bytes));
      }),
    );
    const settings = httpSettings(`${scheme}://127.0.0.1:${port}/v1`);
    const reason = await failureOf(createOpenaiAdapter(settings, 'tested', { backoffBaseMs: 1 }));
    expect(reason).toContain(words);
    expect(reason).toContain('check base_url of tested');
    expect(sockets).toHaveLength(1);
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'not signed by an authority that this machine trusts', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'not signed by an authority that this machine trusts', 'NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'has expired', 'clock'],
    ['CERT_REVOKED', 'not accepted', 'NODE_EXTRA_CA_CERTS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'another host name', 'base_url'],
    ['ERR_TLS_INVALID_PROTOCOL_VERSION', 'no secure connection', 'base_url'],
  ])('is a certificate or protocol error: %s', (code, words, cure) => {
    const { error } = classifyNetworkError(service(), Object.assign(new Error('x'), { code }));
    expect(error.retry).toBe(false);
    expect(error.failure).toMatchObject({
      detail: expect.stringContaining(words),
      remedy: expect.stringContaining(cure),
    });
  });
});

it('tries again when a chunked answer ends too early', async () => {
  let connections = 0;
  const head = 'HTTP/1.1 200 OK\r\nconnection: close\r\n';
  const body = JSON.stringify({ choices: [{ message: { content: 'Tea.' } }] });
  const port = await listen(
    createPlainServer((socket) => {
      connections += 1;
      const isFirst = connections === 1;
      socket.once('data', () =>
        socket.end(isFirst ? `${head}transfer-encoding: chunked\r\n\r\n50\r\n{` : `${head}\r\n${body}`),
      );
    }),
  );
  const adapter = createOpenaiAdapter(httpSettings(`http://127.0.0.1:${port}/v1`), 'tested', { backoffBaseMs: 1 });
  expect(await ask(adapter)).toMatchObject({ ok: true, value: { text: 'Tea.' } });
});

it('reports an unknown network error on one line and tries again', () => {
  const { error } = classifyNetworkError(service(), new Error('odd\n  at parser (/somewhere)\n'));
  expect(error).toMatchObject({ retry: true, failure: { detail: 'odd at parser (/somewhere)' } });
});

const service = () =>
  createHttpService({
    name: 'tested',
    settings: httpSettings('https://models.example'),
    keyVariable: undefined,
    unreachableHint: 'start it',
  });

function ask(adapter: ModelAdapter): Promise<ModelAnswer> {
  const signal = new AbortController().signal;
  return adapter.ask({ model: 'gpt-4.1', prompt: 'Tea?', workingDirectory: '/', signal });
}

async function failureOf(adapter: ModelAdapter): Promise<string> {
  const answer = await ask(adapter);
  if (answer.ok) throw new Error(`expected a failure, got "${answer.value.text}"`);
  return describeFailure(answer.error.failure);
}

/** Refuses every tunnel, but remembers where to. */
async function startProxy(): Promise<{ readonly port: number; readonly wanted: string[] }> {
  const wanted: string[] = [];
  const server = createServer();
  server.on('connect', (request, socket) => {
    wanted.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  return { port: await listen(server), wanted };
}

async function listen(server: Server): Promise<number> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
