import type { ActionName, QueryName, RouteInput, RouteOutput } from '../../http/routes/index.js';
import { authorization, command, doubtServer } from './access.js';

/** A request that the server refused. The message is a sentence for the person. */
export class RequestError extends Error {
  readonly status: number;
  readonly details: unknown;

  constructor(status: number, message: string, details?: unknown) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** JSON has no dates: they arrive as text, as the routes send them. */
export async function ask<Name extends QueryName>(
  name: Name,
  input: RouteInput<Name>,
  signal?: AbortSignal,
): Promise<RouteOutput<Name>> {
  const url = `/api/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return read(await send(url, signal && { signal }));
}

export async function act<Name extends ActionName>(name: Name, input: RouteInput<Name>): Promise<RouteOutput<Name>> {
  const headers = { 'Content-Type': 'application/json' };
  return read(await send(`/api/${name}`, { method: 'POST', headers, body: JSON.stringify(input) }));
}

type RequestOptions = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

async function send(url: string, { headers, ...options }: RequestOptions = {}): Promise<Response> {
  try {
    return await fetch(url, { ...options, headers: { ...headers, ...(await authorization()) } });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    doubtServer();
    throw new RequestError(0, `The server does not answer. Run \`${command.value}\` again; this page then continues.`);
  }
}

async function read<Answer>(response: Response): Promise<Answer> {
  const body = (await response.json()) as Answer & { error?: string; details?: unknown };
  if (response.ok) return body;
  throw new RequestError(response.status, body.error ?? `The server answered ${response.status}.`, body.details);
}
