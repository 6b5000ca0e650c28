import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMcpSessions } from '../../../../src/http/mcp/mcp-sessions.js';
import { silentLogger } from '../../../../src/kernel/logger.js';
import { createMcpServer } from '../../../../src/mcp/index.js';
import { type ServedCoach, serveCoach } from '../../../support/coach-fixture.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const LIST_TOOLS = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

describe('an agent', () => {
  it('1.2: begins a session with a UUID, asks, and ends it', async () => {
    const coach = await serveCoach();
    const { client, transport } = await connectAgent(coach);
    expect(transport.sessionId).toMatch(UUID);
    expect(await client.listTools()).toEqual({ tools: [] });
    await transport.terminateSession();
    await expect.poll(() => coach.logged).toContain('agent disconnected');
  });

  it('EC-02: has a session of its own beside another agent', async () => {
    const coach = await serveCoach();
    const [first, second] = await Promise.all([connectAgent(coach), connectAgent(coach)]);
    expect(first.transport.sessionId).not.toBe(second.transport.sessionId);
    await first.transport.terminateSession();
    expect(await second.client.listTools()).toEqual({ tools: [] });
  });

  it('needs the key of the coach', async () => {
    const coach = await serveCoach();
    expect((await post(coach, INITIALIZE, { Authorization: `Bearer ${'x'.repeat(43)}` })).status).toBe(401);
    expect(coach.logged).toEqual([]);
  });
});

describe('the sessions of agents', () => {
  it('begin with nothing but "initialize"', async () => {
    const { sessions } = open();
    const discover = { jsonrpc: '2.0', id: 0, method: 'server/discover' };
    for (const body of [discover, LIST_TOOLS, [], null, 'x', { ...INITIALIZE, params: {} }])
      expect((await sessions.answer(request(body))).status).toBe(400);
    for (const method of ['GET', 'DELETE'])
      expect((await sessions.answer(request(undefined, method))).status).toBe(400);
    expect(sessions.size()).toBe(0);
  });

  it('answer 404 for a session that is unknown or has ended, so that the client begins a new one', async () => {
    const { sessions } = open();
    const id = await begin(sessions);
    expect((await sessions.answer(request(LIST_TOOLS, 'POST', id))).status).toBe(200);
    expect((await sessions.answer(request(undefined, 'DELETE', id))).status).toBe(200);
    for (const each of [id, 'x']) expect((await sessions.answer(request(LIST_TOOLS, 'POST', each))).status).toBe(404);
  });

  it('need both types of answers to be accepted', async () => {
    const { sessions } = open();
    for (const accept of ['application/json', 'text/event-stream', 'text/html']) {
      const answer = await sessions.answer(request(INITIALIZE, 'POST', undefined, accept));
      expect(answer.status).toBe(406);
    }
    expect(sessions.size()).toBe(0);
  });

  it('end after half an hour without use, but not while a stream is open', async () => {
    const { sessions, clock } = open();
    const [idle, busy] = [await begin(sessions), await begin(sessions)];
    const stream = await sessions.answer(request(undefined, 'GET', busy));
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    clock.advance(31 * 60_000);
    expect((await sessions.answer(request(LIST_TOOLS, 'POST', idle))).status).toBe(404);
    const answer = await sessions.answer(request(LIST_TOOLS, 'POST', busy));
    expect(answer.status).toBe(200);
    await answer.text();
    await stream.body?.cancel();
    clock.advance(31 * 60_000);
    expect((await sessions.answer(request(LIST_TOOLS, 'POST', busy))).status).toBe(404);
  });

  it('are at most 32: the one that was not used for longest makes room', async () => {
    const { sessions, clock } = open();
    const ids: string[] = [];
    for (let agent = 0; agent < 32; agent++) {
      ids.push(await begin(sessions));
      clock.advance(1);
    }
    const [first = '', second = ''] = ids;
    await (await sessions.answer(request(LIST_TOOLS, 'POST', first))).text();
    await begin(sessions);
    expect(sessions.size()).toBe(32);
    expect((await sessions.answer(request(LIST_TOOLS, 'POST', first))).status).toBe(200);
    expect((await sessions.answer(request(LIST_TOOLS, 'POST', second))).status).toBe(404);
  });

  it('are at most 32: one more is refused while all are in use', async () => {
    const { sessions } = open();
    for (let agent = 0; agent < 32; agent++) await sessions.answer(request(undefined, 'GET', await begin(sessions)));
    const answer = await sessions.answer(request(INITIALIZE));
    expect(answer.status).toBe(503);
    expect(JSON.stringify(await answer.json())).toContain('32 agents are connected already');
  });

  it('1.8: are removed when the coach ends', async () => {
    const { sessions } = open();
    const stream = await sessions.answer(request(undefined, 'GET', await begin(sessions)));
    await sessions.close();
    expect(sessions.size()).toBe(0);
    expect(await stream.text()).toBe('');
  });
});

function open() {
  let now = 0;
  const clock = {
    elapsed: () => now,
    advance(milliseconds: number) {
      now += milliseconds;
    },
  };
  const sessions = createMcpSessions({
    clock,
    log: () => undefined,
    connect: async (transport) => {
      const options = { name: 'test', version: '1', instructions: '', tools: [], logger: silentLogger };
      await createMcpServer(options).protocol.connect(transport);
    },
  });
  onTestFinished(() => sessions.close());
  return { sessions, clock };
}

async function begin(sessions: ReturnType<typeof open>['sessions']): Promise<string> {
  const answer = await sessions.answer(request(INITIALIZE));
  await answer.text();
  return answer.headers.get('mcp-session-id') ?? '';
}

const BOTH = 'application/json, text/event-stream';

function request(body: unknown, method = 'POST', session?: string, accept = BOTH): Request {
  return new Request('http://127.0.0.1:47600/mcp', {
    method,
    headers: {
      Accept: accept,
      'Content-Type': 'application/json',
      ...(session !== undefined && { 'Mcp-Session-Id': session }),
    },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
}

async function connectAgent(coach: ServedCoach) {
  const transport = new StreamableHTTPClientTransport(new URL(`${coach.url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${coach.key}` } },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport as never);
  onTestFinished(() => client.close());
  return { client, transport };
}

function post({ url }: ServedCoach, body: object, headers: Readonly<Record<string, string>>) {
  const all = { 'Content-Type': 'application/json', Accept: BOTH, ...headers };
  return fetch(`${url}/mcp`, { method: 'POST', body: JSON.stringify(body), headers: all });
}
