import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Connection, createConnection } from '../../../../src/web/coach/connection.js';

describe('a server that is connected and does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('innerWidth', 800);
    vi.stubGlobal('innerHeight', 600);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is called silent while a question waits, and live again with its next message', async () => {
    const { connection, socket } = await connect();
    const answer = connection.ask('file:save', { path: 'a.txt', content: 'a', version: null });
    await vi.advanceTimersByTimeAsync(3_900);
    expect(connection.state.value).toBe('live');
    await vi.advanceTimersByTimeAsync(200);
    expect(connection.state.value).toBe('silent');
    expect(connection.send('file:close', { path: 'a.txt' })).toBe(true);
    const { id } = JSON.parse(socket.sent.at(-2) ?? '') as { id: string };
    socket.receive({ type: 'fs:save_ack', payload: { path: 'a.txt' }, id });
    expect(connection.state.value).toBe('live');
    await expect(answer).resolves.toMatchObject({ type: 'fs:save_ack' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.state.value).toBe('live');
  });

  it('may take longer where a model takes part in the answer', async () => {
    const { connection } = await connect();
    void connection.ask('user:review', {});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.state.value).toBe('live');
  });

  it('is offline when the connection breaks, and the question is refused', async () => {
    const { connection, socket } = await connect();
    const answer = connection.ask('file:open', { path: 'a.txt' });
    const refused = expect(answer).rejects.toMatchObject({ code: 'OFFLINE' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connection.state.value).toBe('silent');
    socket.onclose?.();
    await refused;
    expect(connection.state.value).toBe('offline');
  });
});

async function connect(): Promise<{ connection: Connection; socket: FakeSocket }> {
  const socket = new FakeSocket();
  let isOpened = false;
  const openSocket = async () => {
    if (isOpened) throw new Error('no connection');
    isOpened = true;
    return socket as unknown as WebSocket;
  };
  const connection = createConnection({ receive: () => undefined, openSocket });
  await vi.advanceTimersByTimeAsync(0);
  socket.receive({ type: 'connection:init', payload: {} });
  return { connection, socket };
}

class FakeSocket {
  readonly readyState = 1;
  readonly sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: (() => void) | undefined;

  send(text: string): void {
    this.sent.push(text);
  }

  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify({ timestamp: 0, ...message }) });
  }
}
