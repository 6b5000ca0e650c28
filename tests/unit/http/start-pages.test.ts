import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPages } from '../../../src/http/index.js';
import { readState, stateFile, writeState } from '../../../src/http/server-state.js';
import { proofOf } from '../../../src/kernel/key-proof.js';
import { thisProcess } from '../../../src/kernel/process-identity.js';
import { emptyProgram, keyOf, pagesOptions, postJson, servePages } from '../../support/pages-fixture.js';

describe('the pages of a project', () => {
  it('are served once: a second command gets a code of the first server', async () => {
    const first = await servePages();
    const second = await startPages(first.options);
    expect(second.own).toBeUndefined();
    expect(second.url).toBe(first.url);
    expect(await keyOf(second.address('/'))).toBe(first.key);
  });

  it('are served once when two commands start at the same time', async () => {
    const options = pagesOptions();
    const both = await Promise.all([startPages(options), startPages(options)]);
    for (const { own } of both) onTestFinished(() => own?.close());
    expect(both.filter(({ own }) => own !== undefined)).toHaveLength(1);
    expect(both[0].url).toBe(both[1].url);
  });

  it('have another key for every project', async () => {
    const [first, second] = [await servePages(), await servePages()];
    expect(first.key).not.toBe(second.key);
    expect(first.url).not.toBe(second.url);
  });

  it('Pages keep their address over a restart and get a new key, so that a key that leaked is worth nothing.', async () => {
    const first = await servePages();
    await first.own?.close();
    const second = await servePages(first.options);
    expect(second.url).toBe(first.url);
    expect(second.key).not.toBe(first.key);
    expect((await fetch(`${second.url}/api/home`, { headers: { Authorization: `Bearer ${first.key}` } })).status).toBe(
      401,
    );
  });

  it('Pages leave no file behind when they end.', async () => {
    const { own, address, writeOpener, options } = await servePages();
    await writeOpener(address('/'));
    expect(readdirSync(options.stateFolder)).toHaveLength(2);
    await own?.close();
    expect(readdirSync(options.stateFolder)).toEqual([]);
  });

  it('are served again after the server was killed', async () => {
    const options = pagesOptions();
    const file = stateFile(options.stateFolder, 'view', options.program.projectFolder);
    const first = await servePages(options);
    const state = readState(file);
    await first.own?.close();
    if (state?.server === undefined) throw new Error('the running server is not in the state');
    await writeState(file, { ...state, server: { ...state.server, process: { ...thisProcess(), started: 'before' } } });
    const second = await servePages(options);
    expect(second.own).toBeDefined();
    expect(second.key).not.toBe(first.key);
  });

  it('leave the state of a server that began in the meantime', async () => {
    const options = pagesOptions();
    const file = stateFile(options.stateFolder, 'view', options.program.projectFolder);
    const pages = await servePages(options);
    const newer = {
      key: pages.key,
      server: { process: { ...thisProcess(), pid: process.ppid }, url: 'http://127.0.0.1:47999' },
    };
    await writeState(file, newer);
    await pages.own?.close();
    expect(readState(file)).toEqual(newer);
  });
});

describe('a port', () => {
  it('that another program has is left to it, and the next one is used', async () => {
    const options = pagesOptions();
    const first = await servePages(options);
    await first.own?.close();
    const stranger = await serveStranger((_, response) => response.end('{}'), first.port);
    const second = await servePages(options);
    expect(second.port).not.toBe(stranger.port);
  });

  it('that was asked for and is taken is a failure with the fix', async () => {
    const { port } = await serveStranger((_, response) => response.end('{}'));
    await expect(startPages(pagesOptions({ port }))).rejects.toThrow(
      `port ${port} is taken by another program; choose another one with --port`,
    );
  });

  it('that was asked for while the pages are at another one is a failure with the address', async () => {
    const { options, url, port } = await servePages();
    await expect(startPages({ ...options, port: port + 1 })).rejects.toThrow(
      `the pages of this project are served at ${url}`,
    );
    expect((await startPages({ ...options, port })).url).toBe(url);
  });
});

describe('a stranger on the port of the recorded server', () => {
  it.each<[string, (key: string, nonce: string) => object]>([
    ['answers nonsense', () => ({})],
    ['makes up a proof', () => ({ proof: 'x'.repeat(43) })],
    ['repeats the nonce', (_key, nonce) => ({ proof: nonce })],
    [
      'passes on the proof of a server at another port',
      (key, nonce) => ({ proof: proofOf(key, '127.0.0.1:1', nonce) }),
    ],
  ])('that %s never gets the key', async (_name, answer) => {
    const options = pagesOptions();
    const received: string[] = [];
    const file = stateFile(options.stateFolder, 'view', options.program.projectFolder);
    const before = await servePages(options);
    await before.own?.close();
    const stranger = await serveStranger((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        received.push(JSON.stringify(request.headers), body);
        response.end(JSON.stringify(answer(before.key, (JSON.parse(body) as { nonce?: string }).nonce ?? '')));
      });
    });
    await writeState(file, {
      key: before.key,
      server: { process: thisProcess(), url: `http://127.0.0.1:${stranger.port}` },
    });
    const pages = await servePages(options);
    expect(pages.own).toBeDefined();
    expect(pages.port).not.toBe(stranger.port);
    expect(received.length).toBeGreaterThan(0);
    expect(received.join()).not.toContain(before.key);
  });
});

describe('the file that a browser is started with', () => {
  it('The file has the address, is for its owner only, and is removed when a page has used the code.', async () => {
    const { address, writeOpener, url } = await servePages();
    const file = await writeOpener(address('/deliberations/last'));
    expect(readFileSync(file, 'utf8')).toContain(`content="0; url=${url}/deliberations/last#k=`);
    expect(file).not.toContain('k=');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await postJson(`${url}/key`, { code: 'x'.repeat(43) })).toMatchObject({ status: 401 });
    expect(existsSync(file)).toBe(true);
    await keyOf(address('/'));
    expect(existsSync(file)).toBe(false);
  });
});

describe('the key', () => {
  it('is not in what anyone can ask for', async () => {
    const { url, key, address } = await servePages();
    const answers = await Promise.all(
      ['/', '/health', '/main-ABC.js', '/deliberations/last'].map((path) => fetch(url + path)),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect((await answer.text()) + JSON.stringify([...answer.headers])).not.toContain(key);
    }
    expect(address('/')).not.toContain(key);
    expect(JSON.stringify(await postJson(`${url}/key`, { nonce: 'n'.repeat(20) }))).not.toContain(key);
  });

  it('is not given for a used, unknown or malformed code', async () => {
    const { url, key, address } = await servePages();
    const code = new URL(address('/')).hash.slice('#k='.length);
    expect(await postJson(`${url}/key`, { code })).toEqual({ status: 200, body: { key } });
    for (const body of [{ code }, { code: key }]) expect((await postJson(`${url}/key`, body)).status).toBe(401);
    for (const body of [{}, null, [], 'code', { code: 5 }, { code, nonce: 'n'.repeat(20) }, { nonce: 'short' }])
      expect((await postJson(`${url}/key`, body)).status).toBe(400);
  });

  it('gets codes, and a code gets none', async () => {
    const { url, key, address } = await servePages();
    const code = new URL(address('/')).hash.slice('#k='.length);
    expect((await postJson(`${url}/code`, {}, { Authorization: `Bearer ${code}` })).status).toBe(401);
    const { status, body } = await postJson(`${url}/code`, {}, { Authorization: `Bearer ${key}` });
    expect(status).toBe(200);
    expect(await keyOf(`${url}/#k=${(body as { code: string }).code}`)).toBe(key);
  });
});

it('reports a failure of a route once, and the answer says nothing about it', async () => {
  const reported: unknown[] = [];
  const failure = new Error('a private detail');
  const program = emptyProgram({
    pageRuns: async () => {
      throw failure;
    },
    logger: { log: (_level, _event, details) => void reported.push(details?.cause) },
  });
  const { url, key } = await servePages({ program });
  const answer = await fetch(`${url}/api/home`, { headers: { Authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('private');
  expect(reported).toEqual([failure.stack]);
});

async function serveStranger(listener: RequestListener, port = 0): Promise<{ port: number }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port };
}
