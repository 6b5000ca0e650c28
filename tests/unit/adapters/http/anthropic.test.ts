import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Anthropic from '@anthropic-ai/sdk';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAnthropicAdapter } from '../../../../adapters/http/anthropic.js';
import { API_VERSION } from '../../../../adapters/http/apis/anthropic-messages.js';
import { createCompatibleAdapter } from '../../../../adapters/http/compatible.js';
import { httpSettings, TEST_KEY } from '../../../support/http-vendors.js';
import { type LoopbackModelServer, startLoopbackModelServer } from '../../../support/loopback-model-server.js';

let server: LoopbackModelServer;
beforeEach(async () => {
  server = await startLoopbackModelServer();
  server.script({ body: { content: [{ type: 'text', text: 'Tea.' }], stop_reason: 'max_tokens' } });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const question = {
  model: 'claude-sonnet-5-5',
  prompt: 'Tea?',
  workingDirectory: '/',
  signal: new AbortController().signal,
};

describe('the anthropic adapter', () => {
  it('passes the effort on if the API has that level', async () => {
    const adapter = createAnthropicAdapter(httpSettings(`${server.url}/v1/`));
    for (const reasoningEffort of ['max', 'minimal', 'enormous']) await adapter.ask({ ...question, reasoningEffort });
    expect(server.asked.map((request) => request.body.output_config)).toEqual([
      { effort: 'max' },
      { effort: 'low' },
      undefined,
    ]);
    expect(server.asked[0]?.path).toBe('/v1/messages');
  });

  it('accepts a truncated text as an answer, with unknown usage if none is reported', async () => {
    const answer = await createAnthropicAdapter(httpSettings(server.url)).ask(question);
    expect(answer).toEqual({ ok: true, value: { text: 'Tea.', usage: {} } });
  });

  it('sends a compatible server the key in both headers, or no credentials at all', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-of-the-environment');
    const settings = httpSettings(server.url, { api: 'anthropic' });
    await createCompatibleAdapter(settings, 'gateway').ask(question);
    await createCompatibleAdapter({ ...settings, apiKey: undefined }, 'gateway').ask(question);
    const [withKey, without] = server.asked.map((request) => request.headers);
    expect([withKey?.authorization, withKey?.['x-api-key']]).toEqual([`Bearer ${TEST_KEY}`, TEST_KEY]);
    expect([without?.authorization, without?.['x-api-key']]).toEqual([undefined, undefined]);
  });

  it('sends no header and no credentials from the environment', async () => {
    vi.stubEnv(
      'ANTHROPIC_CUSTOM_HEADERS',
      ['x-company-secret: hidden', 'Authorization: hidden', 'x-api-key: hidden', 'anthropic-version: hidden'].join(
        '\n',
      ),
    );
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'hidden');
    vi.stubEnv('ANTHROPIC_API_KEY', 'hidden');
    await createAnthropicAdapter(httpSettings(server.url)).ask(question);
    const gateway = httpSettings(server.url, { api: 'anthropic', apiKey: undefined });
    await createCompatibleAdapter(gateway, 'gateway').ask(question);
    const [official, foreign] = server.asked.map((request) => request.headers);
    expect(official).toMatchObject({ authorization: `Bearer ${TEST_KEY}`, 'anthropic-version': API_VERSION });
    expect(foreign).toMatchObject({ 'content-type': 'application/json', 'anthropic-version': API_VERSION });
    expect(JSON.stringify([official, foreign])).not.toContain('hidden');
  });

  it('names the version of the API that its SDK is written for', async () => {
    let version: string | null = null;
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      version = new Headers(init?.headers).get('anthropic-version');
      return Response.json({});
    };
    const client = new Anthropic({ apiKey: 'k', baseURL: server.url, fetch, maxRetries: 0 });
    await client.messages.create({ model: 'claude-x', max_tokens: 1, messages: [] });
    expect(version).toBe(API_VERSION);
  });
});

describe('a bundle of one CommonJS file', () => {
  it.each(['anthropic', 'ollama', 'openai'])(
    'asks with the %s adapter, exits by itself and prints only the answer',
    async (name) => {
      const folder = await mkdtemp(join(tmpdir(), 'witan-bundle-'));
      const outfile = join(folder, 'adapter.cjs');
      await build({
        entryPoints: [`adapters/http/${name}.ts`],
        outfile,
        bundle: true,
        platform: 'node',
        format: 'cjs',
        target: 'node20',
      });
      const script = join(folder, 'ask.cjs');
      await writeFile(script, ASK);
      server.script({ status: 500, body: 'down' }, { body: ANSWER });
      const { stdout } = await promisify(execFile)(process.execPath, [script, server.url], {
        env: { PATH: process.env.PATH, ANTHROPIC_LOG: 'debug' },
      });
      expect(JSON.parse(stdout)).toMatchObject({ ok: true, value: { text: 'Tea.' } });
      await rm(folder, { recursive: true });
    },
  );
});

/** One answer that every API's reader finds its own part in. */
const ANSWER = {
  content: [{ type: 'text', text: 'Tea.' }],
  message: { content: 'Tea.' },
  choices: [{ message: { content: 'Tea.' } }],
};

const ASK = `
const create = Object.values(require('./adapter.cjs')).find((value) => /^create/.test(value.name));
const settings = { type: 'http', baseUrl: process.argv[2], apiKey: { source: 'KEY', reveal: () => 'k' }, timeoutMs: 15000, maxRetries: 2 };
const signal = new AbortController().signal;
create(settings, 'x', { backoffBaseMs: 1 })
  .ask({ model: 'm', prompt: 'Tea?', workingDirectory: '/', signal })
  .then((answer) => process.stdout.write(JSON.stringify(answer)));
`;
