import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TO_SERVER } from '../../../src/http/websocket/protocol.js';
import { openPage, protocolsFor, type ServedCoach, serveCoach } from '../../support/coach-fixture.js';
import { requestText } from '../../support/raw-request.js';
import { reportCases } from '../../support/report-cases.js';

const FRAMES = 5_000;

describe('a page that sends nonsense', { timeout: 120_000 }, () => {
  it('gets one error for each bad frame, none for an unknown type, and the server answers afterwards', async () => {
    const coach = await serveCoach();
    const page = await openPage(coach);
    let errors = 0;
    for (let first = 0; first < FRAMES; first += 250) {
      const frames = fc.sample(frame, { numRuns: 250, seed: first + 1 });
      for (const { text } of frames) page.sendText(text);
      const answers = await page.settled();
      const expected = frames.filter(({ isBad }) => isBad).length;
      expect(answers.filter(({ type }) => type === 'connection:error')).toHaveLength(expected);
      expect(answers).toHaveLength(expected);
      errors += expected;
    }
    reportCases(FRAMES, 0);
    expect(errors).toBeGreaterThan(FRAMES / 2);
    expect(coach.recorded.called).toEqual([]);
    expect(coach.recorded.warnings.filter(([name]) => name === 'handler_failed')).toEqual([]);
  });

  it('in bytes that are no frames loses its connection, and the others keep theirs', async () => {
    const coach = await serveCoach();
    const page = await openPage(coach);
    const attempts = fc.sample(fc.uint8Array({ minLength: 20, maxLength: 2_000 }), { numRuns: 100, seed: 7 });
    for (const bytes of attempts) {
      const socket = await rawSocket(coach);
      socket.end(bytes);
      await new Promise((resolve) => socket.once('close', resolve));
    }
    reportCases(attempts.length, 0);
    expect(await page.settled()).toEqual([]);
    await expect.poll(() => coach.logged.at(-1)).toBe('page disconnected (1 open)');
  });

  it('larger than 16 MiB loses its connection before the message is in memory', async () => {
    const coach = await serveCoach();
    const page = await openPage(coach);
    page.sendText(`{"type":"file:save","payload":{"path":"a","content":"${'x'.repeat(16 * 1_048_576)}"}}`);
    await new Promise((resolve) => page.socket.once('close', resolve));
    expect(coach.recorded.called).toEqual([]);
    expect(await (await openPage(coach)).settled()).toEqual([]);
  });
});

const garbage = fc.oneof(
  fc.string().filter((text) => !isJson(text)),
  fc
    .json()
    .map((text) => text.slice(0, -1))
    .filter((text) => !isJson(text)),
  fc.constantFrom('{', '[', '"', '{"type":', '{}}', '\u0000', 'NaN', "{'type':'x'}", '['.repeat(50_000)),
);
const notAnEnvelope = fc
  .oneof(
    fc.json({ maxDepth: 3 }),
    fc
      .record({ type: fc.anything(), payload: fc.constantFrom(null, 1, 'x', [], true) })
      .map((value) => stringify(value)),
    fc.record({ payload: fc.object() }).map((value) => stringify(value)),
  )
  .filter((text) => !isEnvelope(text));
/** All but those without required fields. */
const knownTypes = Object.entries(TO_SERVER).flatMap(([type, schema]) => (schema.safeParse({}).success ? [] : [type]));
const badPayload = fc
  .record({ type: fc.constantFrom(...knownTypes), payload: fc.object({ maxDepth: 2 }) })
  .map((value) => stringify(value))
  .filter((text) => {
    const { type, payload } = JSON.parse(text) as { type: keyof typeof TO_SERVER; payload: unknown };
    return !TO_SERVER[type].safeParse(payload).success;
  });
const unknownType = fc
  .record({
    type: fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'file:open ', 'FILE:OPEN'),
    ),
    payload: fc.object({ maxDepth: 1 }),
  })
  .map((value) => stringify(value))
  .filter((text) => !((JSON.parse(text) as { type: string }).type in { ...TO_SERVER }) || isInherited(text));
const frame = fc.oneof(
  garbage.map((text) => ({ text, isBad: true })),
  garbage.map((text) => ({ text: Buffer.from(text), isBad: true })),
  // A message that would be good as a text.
  fc.constant({ text: Buffer.from('{"type":"editor:scroll","payload":{"path":"a.ts"}}'), isBad: true }),
  notAnEnvelope.map((text) => ({ text, isBad: true })),
  badPayload.map((text) => ({ text, isBad: true })),
  unknownType.map((text) => ({ text, isBad: false })),
);

function stringify(value: unknown): string {
  // Some values, such as a function or a number that is too large, cannot be written.
  try {
    return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part)) ?? 'null';
  } catch {
    return 'null';
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isEnvelope(text: string): boolean {
  const value = JSON.parse(text) as { type?: unknown; payload?: unknown } | null;
  if (typeof value !== 'object' || value === null) return false;
  const { type, payload } = value;
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  return typeof type === 'string' && type !== '' && isObject;
}

function isInherited(text: string): boolean {
  return !Object.hasOwn(TO_SERVER, (JSON.parse(text) as { type: string }).type);
}

/** A connection after its upgrade, without a library in between. */
async function rawSocket({ port, key }: ServedCoach): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const headers = [
    ['Host', `127.0.0.1:${port}`],
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Version', '13'],
    ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
    ['Sec-WebSocket-Protocol', protocolsFor(key).join(', ')],
  ] as const;
  socket.write(requestText({ target: '/ws', headers }));
  await new Promise((resolve) => socket.once('data', resolve));
  socket.resume();
  return socket;
}
