import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type AdapterSettings, describeFailure, type ModelAdapter } from '../../../src/models/index.js';
import { createModelDirectory } from '../../../src/program/model-directory.js';
import { cliSettings } from '../../support/cli-fixture.js';
import { startLoopbackModelServer } from '../../support/loopback-model-server.js';

const DEMO = { type: 'demo' } as const;
const question = { model: 'm', prompt: 'Tea?', workingDirectory: '/', signal: new AbortController().signal };

describe('the model directory', () => {
  it('keeps the other adapters when one cannot be made, and says why', async () => {
    const directory = createModelDirectory({
      adapters: { broken: DEMO, sound: DEMO },
      modelRegistry: {},
      create: async (name) => {
        if (name === 'broken') throw new TypeError('the file\n is damaged');
        return adapterNamed(name);
      },
    });
    const [broken, sound] = await Promise.all(directory.names().map((name) => directory.adapter(name)));
    expect(await sound?.availability()).toMatchObject({ available: true });
    expect(await broken?.availability()).toEqual({
      available: false,
      reason: 'it could not be set up (the file is damaged)',
      remedy: 'check the adapter broken in the configuration',
    });
    const answer = await broken?.ask(question);
    expect(answer?.ok === false && describeFailure(answer.error.failure)).toContain('the file is damaged');
  });

  it('makes an adapter once, and tries again only after it could not be made', async () => {
    let tries = 0;
    const directory = createModelDirectory({
      adapters: { late: DEMO },
      modelRegistry: {},
      create: async (name) => {
        tries += 1;
        if (tries === 1) throw new Error('not yet');
        return adapterNamed(name);
      },
    });
    expect(await (await directory.adapter('late'))?.availability()).toMatchObject({ available: false });
    const adapter = await directory.adapter('late');
    expect(await adapter?.availability()).toMatchObject({ available: true });
    expect(await directory.adapter('late')).toBe(adapter);
    expect(tries).toBe(2);
  });
});

describe('an answer over 1 MB', () => {
  const TOO_LONG = 'unreadable answer: it has 2.0 MB, and at most 1 MB is accepted; ask for a shorter one';
  const usage = { inputTokens: 3, outputTokens: 5 };
  const answering = (text: string): ModelAdapter => ({
    ...adapterNamed('mine'),
    ask: async () => ({ ok: true, value: { text, usage } }),
  });
  const askMine = async (text: string) => {
    const directory = createModelDirectory({ adapters: {}, modelRegistry: {}, provided: { mine: answering(text) } });
    return (await directory.adapter('mine'))?.ask(question);
  };
  const failureOf = async (name: string, settings: AdapterSettings) => {
    const directory = createModelDirectory({ adapters: { [name]: settings }, modelRegistry: {} });
    const answer = await (await directory.adapter(name))?.ask({ ...question, workingDirectory: tmpdir() });
    return answer?.ok === false ? describeFailure(answer.error.failure) : answer;
  };

  it('becomes a failure with the reason if a program gave it', async () => {
    const args = ['-e', 'process.stdout.write("x".repeat(2 * 1024 * 1024))'];
    expect(await failureOf('program', cliSettings(process.execPath, { args }))).toBe(TOO_LONG);
  });

  it('becomes a failure with the reason if a service gave it', async () => {
    const server = await startLoopbackModelServer();
    server.script({ body: { choices: [{ message: { content: 'x'.repeat(2 * 1024 * 1024) } }] } });
    const limits = { apiKey: undefined, timeoutMs: 15_000, maxRetries: 0 };
    const failed = await failureOf('service', { type: 'http', baseUrl: server.url, api: 'openai', ...limits });
    await server.close();
    expect(failed).toBe(TOO_LONG);
  });

  it('becomes a failure that keeps its cost if an adapter of the caller gave it', async () => {
    expect(await askMine('x'.repeat(2 * 1024 * 1024))).toMatchObject({
      ok: false,
      error: { failure: { kind: 'unreadable_answer' }, usage },
    });
  });

  it('is measured in bytes, and one of exactly 1 MB is whole', async () => {
    const whole = 'ü'.repeat(512 * 1024);
    expect(await askMine(whole)).toEqual({ ok: true, value: { text: whole, usage } });
    expect(await askMine(`${whole}!`)).toMatchObject({ ok: false });
  });
});

function adapterNamed(name: string): ModelAdapter {
  return {
    name,
    kind: 'demo',
    ask: async () => ({ ok: true, value: { text: 'Tea.', usage: {} } }),
    availability: async () => ({ available: true, detail: 'ready' }),
  };
}
