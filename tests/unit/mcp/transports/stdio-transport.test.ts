import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { createStdioTransport, MAX_MESSAGE_BYTES } from '../../../../src/mcp/transports/stdio-transport.js';

async function open() {
  const input = new PassThrough({ highWaterMark: 64 * 1024 });
  const output = new PassThrough();
  const received: JSONRPCMessage[] = [];
  const transport = createStdioTransport(input, output);
  transport.onmessage = (message) => received.push(message);
  await transport.start();
  const say = async (text: string) => {
    for (let start = 0; start < text.length; start += 1_000_000) {
      await new Promise((resolve) => input.write(text.slice(start, start + 1_000_000), resolve));
    }
  };
  const answers = () => {
    const text = (output.read() as Buffer | null)?.toString() ?? '';
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  return { say, received, answers, input, transport };
}

const PING = { jsonrpc: '2.0', id: 'next', method: 'ping' };
const FILLER = 'x'.repeat(MAX_MESSAGE_BYTES);
const params = { name: 'deliberate', arguments: { question: FILLER } };

describe('a message over 10 MiB', () => {
  it.each<[string, object, unknown]>([
    ['the id first', { jsonrpc: '2.0', id: 7, method: 'tools/call', params }, 7],
    ['the id first of all', { id: 8, jsonrpc: '2.0', method: 'tools/call', params }, 8],
    ['the method first', { method: 'tools/call', id: 9, params }, 9],
    ['the id last', { method: 'tools/call', params, jsonrpc: '2.0', id: 10 }, 10],
    ['the id before the version', { method: 'tools/call', params, id: 11, jsonrpc: '2.0' }, 11],
    ['a text as id', { jsonrpc: '2.0', id: 'call "1"', method: 'tools/call', params }, 'call "1"'],
    ['no id', { jsonrpc: '2.0', method: 'notifications/cancelled', params }, null],
    ['an id of something inside', { jsonrpc: '2.0', method: 'x', params: { text: FILLER, id: 5 } }, null],
    ['an id inside a text', { jsonrpc: '2.0', method: 'x', params: { text: `${FILLER},"id":5}` } }, null],
  ])('gets an error for its sender if it has %s, and the next message is answered', async (_, message, id) => {
    const { say, received, answers } = await open();
    await say(`${JSON.stringify(message)}\n${JSON.stringify(PING)}\n`);
    expect(answers()).toEqual([
      { jsonrpc: '2.0', id, error: { code: -32600, message: expect.stringContaining('longer than 10 MiB') } },
    ]);
    expect(received).toEqual([PING]);
  });

  it('is not kept in memory while it arrives', async () => {
    const { say, received, answers } = await open();
    const before = process.memoryUsage().arrayBuffers;
    for (let sent = 0; sent < 20; sent++) await say(FILLER);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5 * MAX_MESSAGE_BYTES);
    await say(`\n${JSON.stringify(PING)}\n`);
    expect(answers()).toHaveLength(1);
    expect(received).toEqual([PING]);
  });
});

describe('messages within the limit', () => {
  it('may be as long as the limit', async () => {
    const { say, received, answers } = await open();
    const empty = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { text: '' } });
    const text = 'x'.repeat(MAX_MESSAGE_BYTES - empty.length);
    await say(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { text } })}\n`);
    expect(received).toHaveLength(1);
    expect(answers()).toEqual([]);
  });

  it('are read however they are cut, with either end of line', async () => {
    const { received, input } = await open();
    const other = { ...PING, params: { text: 'ü→🙂' } };
    const bytes = Buffer.from(`${JSON.stringify(PING)}\r\n${JSON.stringify(other)}\n`);
    for (const byte of bytes) input.write(Buffer.of(byte));
    await new Promise((resolve) => input.once('end', resolve).end());
    expect(received).toEqual([PING, other]);
  });

  it('are ignored if they are not JSON', async () => {
    const { say, received, answers } = await open();
    await say(`not JSON\n\n${JSON.stringify(PING)}\n`);
    expect(received).toEqual([PING]);
    expect(answers()).toEqual([]);
  });
});
