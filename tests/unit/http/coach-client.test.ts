import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { CoachError } from '../../../src/coaching/index.js';
import type { KnownServer } from '../../../src/http/ask-server.js';
import { createCoachClient } from '../../../src/http/coach-client.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { createMcpServer } from '../../../src/mcp/create-server.js';
import { defineTool, type Tool } from '../../../src/mcp/define-tool.js';
import { serveCoach } from '../../support/coach-fixture.js';

const CALL = { signal: new AbortController().signal, notify: undefined };

describe('a client of the coach', () => {
  it('returns what a tool returned, also null', async () => {
    const { client } = await connected([tool('echo', async (given) => given), tool('nothing', async () => null)]);
    expect(await client.callTool({ name: 'echo', rawArguments: { text: 'ä\n€' } }, CALL)).toEqual({ text: 'ä\n€' });
    expect(await client.callTool({ name: 'nothing', rawArguments: undefined }, CALL)).toBeNull();
  });

  it('rejects with the error of a tool and its code', async () => {
    const refuse = async () => {
      throw new CoachError('NO_SESSION', 'No active session');
    };
    const { client } = await connected([tool('refuse', refuse)]);
    const call = client.callTool({ name: 'refuse', rawArguments: {} }, CALL);
    await expect(call).rejects.toMatchObject({ type: 'conflict', code: 'NO_SESSION', message: 'No active session' });
  });

  it('keeps the answers of calls at the same time apart', async () => {
    const { client, coach } = await connected([tool('echo', async (given) => given)]);
    const texts = Array.from({ length: 30 }, (_, index) => String(index));
    const answers = texts.map((text) => client.callTool({ name: 'echo', rawArguments: { text } }, CALL));
    expect(await Promise.all(answers)).toEqual(texts.map((text) => ({ text })));
    expect(coach.logged.filter((line) => line.startsWith('agent connected'))).toHaveLength(1);
  });

  it('passes on the progress of a call', async () => {
    const report = tool('report', async (_given, { notify }) => {
      notify?.('half');
      return {};
    });
    const { client } = await connected([report]);
    const heard: string[] = [];
    const notify = (message: string) => void heard.push(message);
    await client.callTool({ name: 'report', rawArguments: {} }, { ...CALL, notify });
    expect(heard).toEqual(['half']);
  });

  it('cancels a call that its own client gave up', async () => {
    const given = new AbortController();
    let cancelled: Promise<unknown> | undefined;
    const wait = tool('wait', (_given, { signal }) => {
      cancelled = new Promise((resolve) => signal.addEventListener('abort', resolve));
      given.abort();
      return new Promise(() => undefined);
    });
    const { client } = await connected([wait]);
    const call = client.callTool({ name: 'wait', rawArguments: {} }, { ...CALL, signal: given.signal });
    await expect(call).rejects.toThrow('the coach ended during this call');
    await cancelled;
  });

  it('says that the coach ended if it does during a call', async () => {
    const wait = tool('wait', () => {
      void coach.own?.close();
      return new Promise(() => undefined);
    });
    const { client, coach } = await connected([wait]);
    const call = client.callTool({ name: 'wait', rawArguments: {} }, CALL);
    await expect(call).rejects.toThrow('the coach ended during this call: ask the person to run `witan coach`');
  });

  it('says that no coach runs where there is none, and finds one that starts later', async () => {
    let server: KnownServer | undefined;
    const client = createCoachClient(() => server);
    const ask = () => client.callTool({ name: 'echo', rawArguments: { text: 'x' } }, CALL);
    await expect(ask()).rejects.toThrow('no coach runs for this project: ask the person to run `witan coach`');
    const { coach } = await connected([tool('echo', async (given) => given)]);
    server = { url: coach.url, key: coach.key };
    expect(await ask()).toEqual({ text: 'x' });
    await client.close();
  });

  it('never gives the key to another program on the port', async () => {
    const seen: (string | undefined)[] = [];
    const stranger = createServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.setHeader('Content-Type', 'application/json').end('{"proof":"made up"}');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void stranger.close());
    const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    const client = createCoachClient(() => ({ url, key: 'k'.repeat(43) }));
    await expect(client.callTool({ name: 'echo', rawArguments: {} }, CALL)).rejects.toThrow('no coach runs');
    expect(seen).toEqual([undefined]);
  });
});

function tool(name: string, handle: Parameters<typeof defineTool>[0]['handle']): Tool {
  const input = z.object({ text: z.string().optional() });
  return defineTool({ name, title: name, description: name, input, annotations: {}, handle });
}

async function connected(tools: readonly Tool[]) {
  const coach = await serveCoach({
    connectAgent: async (transport) => {
      const { protocol } = createMcpServer({
        name: 'test',
        version: '0',
        instructions: '',
        tools,
        logger: silentLogger,
      });
      await protocol.connect(transport);
    },
  });
  const client = createCoachClient(() => ({ url: coach.url, key: coach.key }));
  onTestFinished(() => client.close());
  return { client, coach };
}
