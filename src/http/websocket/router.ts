import { z } from 'zod';
import type { CoachPage } from '../../coaching/index.js';
import { cutText } from '../../kernel/cut-text.js';
import { errorMessage } from '../../kernel/error-code.js';
import { isUserError } from '../../kernel/user-error.js';
import type { Connection, Connections } from './connections.js';
import { describeProblem } from './describe-problem.js';
import type { Handler, HandlerContext, Handlers } from './handlers/handler.js';
import { TO_SERVER, type ToPage, type ToServer } from './protocol.js';

/** Takes a message of a page, as text. Never rejects: each bad one is answered with one error. */
export type Router = (text: string, connection: Connection) => Promise<void>;

export interface RouterContext {
  readonly coach: CoachPage;
  readonly connections: Pick<Connections, 'broadcast'>;
  readonly status: () => ToPage['coach:status'];
}

export function createRouter(handlers: Handlers, context: RouterContext): Router {
  const routes = new Map<string, Route>(
    Object.entries(handlers).map(([type, handler]) => [
      type,
      { payload: TO_SERVER[type as keyof ToServer], handler: handler as Handler<never> },
    ]),
  );
  const { coach } = context;
  return async (text, connection) => {
    const read = readMessage(text);
    const fail = ({ id, type, ...problem }: Failure) => {
      coach.warn('bad_message', { code: problem.code, type, cause: problem.message });
      connection.send('connection:error', { ...problem, ...(type !== undefined && { context: type }) }, id);
    };
    if (!read.ok) return fail(read.failure);
    const { type, id, payload } = read.message;
    const route = routes.get(type);
    if (route === undefined) return coach.warn('unknown_message', { type: cutText(type, MAX_NAME_LENGTH) });
    const parsed = route.payload.safeParse(payload);
    if (!parsed.success) return fail({ code: 'INVALID_MESSAGE', message: describeIssues(parsed.error), type, id });
    try {
      await route.handler(parsed.data as never, handlerContext(context, { connection, id }));
    } catch (error) {
      const { code, message } = describeProblem(error);
      if (!isUserError(error)) coach.warn('handler_failed', { type, cause: error });
      fail({ code, message, type, id });
    }
  };
}

interface Route {
  readonly payload: z.ZodType;
  readonly handler: Handler<never>;
}

interface Failure extends Pick<ToPage['connection:error'], 'code' | 'message'> {
  /** The type of the message that failed, where it is known. */
  readonly type?: string | undefined;
  readonly id?: string | undefined;
}

type ReadMessage =
  | { readonly ok: true; readonly message: z.infer<typeof ENVELOPE> }
  | { readonly ok: false; readonly failure: Failure };

const MAX_NAME_LENGTH = 100;
const MAX_CAUSE_LENGTH = 500;

/** A payload is checked by the schema of its type; here it only has to be an object. */
const ENVELOPE = z.object({
  type: z.string().min(1),
  payload: z.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'expected an object',
  }),
  id: z.string().max(MAX_NAME_LENGTH).optional(),
  timestamp: z.number().optional(),
});

function readMessage(text: string): ReadMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = `The message is not JSON: ${cutText(errorMessage(error), MAX_CAUSE_LENGTH)}`;
    return { ok: false, failure: { code: 'INVALID_JSON', message } };
  }
  const parsed = ENVELOPE.safeParse(value);
  if (parsed.success) return { ok: true, message: parsed.data };
  return { ok: false, failure: { code: 'INVALID_MESSAGE', message: describeIssues(parsed.error) } };
}

/** Of a thousand problems, the first few say enough. */
function describeIssues({ issues }: z.ZodError): string {
  const causes = issues.slice(0, 3).map(({ path, message }) => `${path.join('.') || 'message'}: ${message}`);
  return cutText(causes.join('; '), MAX_CAUSE_LENGTH);
}

interface Asked {
  readonly connection: Connection;
  readonly id: string | undefined;
}

function handlerContext({ coach, connections, status }: RouterContext, asked: Asked): HandlerContext {
  return {
    coach,
    status,
    connection: asked.connection,
    reply: (type, payload) => asked.connection.send(type, payload, asked.id),
    broadcast: (type, payload) => connections.broadcast(type, payload, asked),
  };
}
