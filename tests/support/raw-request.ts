import { connect, type Socket } from 'node:net';

/** Exactly these bytes to a port of this machine, and everything that comes back until the connection is closed. */
export async function sendRaw(port: number, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const answer = collect(socket);
  for (const part of parts) socket.write(part);
  return answer;
}

/** The status of the last answer; 0 if the connection was closed without one. */
export function statusOf(answer: string): number {
  return Number([...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].at(-1)?.[1] ?? 0);
}

/** A request as text. Headers are pairs, because a hostile client can send one twice. */
export function requestText({ method = 'GET', target = '/', version = '1.1', headers, body = '' }: RawRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${target} HTTP/${version}\r\n${lines}\r\n${body}`;
}

export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  readonly headers: readonly Header[];
  readonly body?: string;
}

export type Header = readonly [name: string, value: string];

async function collect(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (data: string) => {
    text += data;
  });
  // A server that closes before it has read everything resets the connection.
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}
