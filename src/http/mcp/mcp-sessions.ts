import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Clock } from '../../kernel/clock.js';

export interface McpSessionsOptions {
  /** A new server for a new session, connected to its transport. */
  readonly connect: (transport: Transport) => Promise<void>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly log: (line: string) => void;
  /** Called when an agent has connected or disconnected. */
  readonly changed?: () => void;
}

/** The sessions of agents at `/mcp`, each with a transport and a server of its own. */
export interface McpSessions {
  /** A request that the guard let through: POST, GET or DELETE. */
  readonly answer: (request: Request) => Promise<Response>;
  readonly size: () => number;
  close(): Promise<void>;
}

export function createMcpSessions({ connect, clock, log, changed }: McpSessionsOptions): McpSessions {
  const sessions = new Map<string, McpSession>();
  const endIdle = () => {
    const oldest = clock.elapsed() - MAX_IDLE_MS;
    for (const session of sessions.values()) if (isUnused(session) && session.usedAt < oldest) end(session);
  };
  const end = ({ transport }: McpSession) => void transport.close().catch((error: unknown) => log(String(error)));
  const timer = setInterval(endIdle, CHECK_MS).unref();

  async function begin(): Promise<McpSession> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, session);
        log(`agent connected (${sessions.size} of at most ${MAX_SESSIONS})`);
        changed?.();
      },
    });
    const session: McpSession = { transport, running: 0, usedAt: clock.elapsed() };
    await connect(transport);
    // The server set its own when it connected, and needs it.
    const closed = transport.onclose;
    transport.onclose = () => {
      if (transport.sessionId !== undefined && sessions.delete(transport.sessionId)) {
        log('agent disconnected');
        changed?.();
      }
      closed?.();
    };
    return session;
  }

  async function answer(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    endIdle();
    if (id !== null) {
      const session = sessions.get(id);
      // A client that gets this status begins a new session.
      return session === undefined
        ? refusal(404, 'this session has ended; initialize a new one')
        : run(session, clock, { request });
    }
    const body: unknown = request.method === 'POST' ? await request.json().catch(() => undefined) : undefined;
    if (!isInitializeRequest(body)) return refusal(400, 'there is no session yet; send "initialize" first');
    if (sessions.size >= MAX_SESSIONS && !makeRoom())
      return refusal(503, `${MAX_SESSIONS} agents are connected already`);
    return run(await begin(), clock, { request, body });
  }

  /** Agents that ended without a word leave sessions behind: the one that was not used for longest goes first. */
  function makeRoom(): boolean {
    const [oldest] = [...sessions.values()].filter(isUnused).sort((a, b) => a.usedAt - b.usedAt);
    if (oldest === undefined) return false;
    end(oldest);
    return sessions.size < MAX_SESSIONS;
  }

  return {
    answer,
    size: () => sessions.size,
    async close() {
      clearInterval(timer);
      await Promise.allSettled([...sessions.values()].map(({ transport }) => transport.close()));
    },
  };
}

interface AgentRequest {
  readonly request: Request;
  /** If it was read already. */
  readonly body?: unknown;
}

async function run(
  session: McpSession,
  clock: Pick<Clock, 'elapsed'>,
  { request, body }: AgentRequest,
): Promise<Response> {
  session.running++;
  const ended = () => {
    session.running--;
    session.usedAt = clock.elapsed();
  };
  try {
    const response = await session.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
    return untilRead(response, ended);
  } catch (error) {
    ended();
    throw error;
  }
}

interface McpSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Requests and streams that are open now. */
  running: number;
  usedAt: number;
}

const MAX_SESSIONS = 32;
const MAX_IDLE_MS = 30 * 60 * 1000;
const CHECK_MS = 60_000;

function isUnused({ running }: McpSession): boolean {
  return running === 0;
}

function refusal(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: ErrorCode.ConnectionClosed, message } }, { status });
}

/** Calls `ended` when the body was read or given up: a stream is open for hours. */
function untilRead(response: Response, ended: () => void): Response {
  const reader = response.body?.getReader();
  if (reader === undefined) {
    ended();
    return response;
  }
  let isOpen = true;
  const endOnce = () => {
    if (isOpen) ended();
    isOpen = false;
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      endOnce();
      controller.close();
    },
    async cancel(reason) {
      endOnce();
      await reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
