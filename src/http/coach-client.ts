import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { CoachError } from '../coaching/coach-error.js';
import { ERROR_CODES } from '../coaching/vocabulary.js';
import { VERSION } from '../kernel/installation.js';
import { parseJson } from '../kernel/parse-json.js';
import { UserError, type UserErrorType } from '../kernel/user-error.js';
import { hasKey, type KnownServer } from './ask-server.js';

/** Calls tools of the coach in another process, each time of the one that runs then. */
export interface CoachClient {
  /** Rejects with a `UserError`: that of the tool, or one that says how to get a coach. */
  callTool(request: ToolRequest, call: ForwardedCall): Promise<object | null>;
  close(): Promise<void>;
}

interface ToolRequest {
  readonly name: string;
  readonly rawArguments: unknown;
}

interface ForwardedCall {
  readonly signal: AbortSignal;
  readonly notify: ((message: string) => void) | undefined;
}

export function createCoachClient(find: () => KnownServer | undefined): CoachClient {
  let open: { readonly server: KnownServer; readonly connection: Promise<Connection> } | undefined;
  let lastId = 0;

  function connection(): Promise<Connection> {
    const server = find();
    if (server === undefined) throw notRunning();
    if (open?.server.url !== server.url || open.server.key !== server.key)
      open = { server, connection: connect(server) };
    return open.connection.catch((error: unknown) => {
      open = undefined;
      throw error;
    });
  }

  async function startCall({ name, rawArguments }: ToolRequest, { signal, notify }: ForwardedCall) {
    const id = ++lastId;
    const connected = await connection();
    const params = { name, arguments: rawArguments, ...(notify && { _meta: { progressToken: id } }) };
    // The coach continues a call whose stream was given up.
    const cancel = () =>
      void post(connected, { method: 'notifications/cancelled', params: { requestId: id } }).catch(() => undefined);
    signal.addEventListener('abort', cancel, { once: true });
    const response = await post(connected, { id, method: 'tools/call', params }, signal).catch(() => {
      throw ended();
    });
    return { id, response };
  }

  return {
    async callTool(request, call) {
      let started = await startCall(request, call);
      if (started.response.status === NOT_FOUND) {
        // The coach does not know this connection: it is another one by now, and has not seen the call.
        open = undefined;
        started = await startCall(request, call);
      }
      return readResult(await readAnswer(started, call));
    },
    async close() {
      const connected = await open?.connection.catch(() => undefined);
      if (connected !== undefined) await send(connected, { method: 'DELETE' }).catch(() => undefined);
      open = undefined;
    },
  };
}

const NOT_FOUND = 404;

interface StartedCall {
  readonly id: number;
  readonly response: Response;
}

/** A session of MCP at the coach. */
interface Connection {
  readonly server: KnownServer;
  readonly sessionId?: string;
}

/** The key is sent only to a server that has shown that it has it. */
async function connect(server: KnownServer): Promise<Connection> {
  const clientInfo = { name: 'witan', version: VERSION };
  const params = { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo };
  try {
    if (!(await hasKey(server))) throw notRunning();
    const response = await post({ server }, { id: 0, method: 'initialize', params });
    await response.text();
    const connection = { server, sessionId: response.headers.get('mcp-session-id') ?? '' };
    await (await post(connection, { method: 'notifications/initialized' })).text();
    return connection;
  } catch {
    throw notRunning();
  }
}

function post(connection: Connection, message: object, signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  return send(connection, { method: 'POST', body, ...(signal && { signal }) });
}

function send({ server, sessionId }: Connection, request: Omit<RequestInit, 'headers'>): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${server.key}`,
    Accept: 'application/json, text/event-stream',
    ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
    ...(sessionId !== undefined && { 'Mcp-Session-Id': sessionId }),
  };
  return fetch(`${server.url}/mcp`, { ...request, headers, redirect: 'error' });
}

/** The message that ends the stream of a call; progress on the way is passed on. */
async function readAnswer({ id, response }: StartedCall, { notify }: ForwardedCall): Promise<z.infer<typeof MESSAGE>> {
  let rest = '';
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body ?? []) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const message of lines.flatMap(readMessage)) {
        if (message.id === id) return message;
        if (message.params?.message !== undefined) notify?.(message.params.message);
      }
    }
  } catch {
    // The coach was killed, or the call was given up: there is no answer in either case.
  }
  throw ended();
}

function readMessage(line: string): z.infer<typeof MESSAGE>[] {
  const parsed = MESSAGE.safeParse(line.startsWith('data: ') ? parseJson(line.slice('data: '.length)) : undefined);
  return parsed.success ? [parsed.data] : [];
}

const MESSAGE = z.object({
  id: z.number().optional(),
  params: z.object({ message: z.string().optional() }).optional(),
  result: z.object({ isError: z.boolean().optional(), content: z.tuple([z.object({ text: z.string() })]) }).optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** What the tool returned. A text has all of it; a structure cannot be null. */
function readResult({ result, error }: z.infer<typeof MESSAGE>): object | null {
  if (result === undefined) throw new UserError('internal_error', error?.message ?? 'the coach gave no result');
  const value = parseJson(result.content[0].text);
  if (result.isError !== true) return value as object | null;
  const { error: refused } = TOOL_ERROR.parse(value);
  throw refused.code === undefined
    ? new UserError(refused.type as UserErrorType, refused.message)
    : new CoachError(refused.code, refused.message);
}

const TOOL_ERROR = z.object({
  error: z.object({ type: z.string(), code: z.enum(ERROR_CODES).optional(), message: z.string() }),
});

function notRunning(): UserError {
  return new UserError('conflict', 'no coach runs for this project: ask the person to run `witan coach`');
}

function ended(): UserError {
  return new UserError('conflict', 'the coach ended during this call: ask the person to run `witan coach`');
}
