import { setTimeout as delay } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { isUserError } from '../kernel/user-error.js';
import type { Assets } from './assets.js';
import { SESSION_REQUEST, type SessionRequest } from './change-session.js';
import { type CoachEndpoints, HOOK_REPORT } from './coach-endpoints.js';
import { answerRoute, type Route, toPlainTexts } from './define-route.js';
import type { Keys } from './guard/keys.js';
import { type PageProgram, reportError } from './page-program.js';
import { ROUTES } from './routes/index.js';
import { SECURITY_HEADERS } from './start-server.js';

export interface AppContext {
  readonly program: PageProgram;
  readonly keys: Keys;
  readonly assets: Assets;
  /** In messages: how the person gets a new address. */
  readonly command: string;
  /** Called when a stream of a page begins; the returned function when it ends. */
  readonly pageOpened: () => () => void;
  /** Answers agents at `/mcp`, their hooks and the commands of the person; undefined without the coach. */
  readonly coach?: Pick<CoachEndpoints, 'answerAgent' | 'answerHook' | 'changeSession'> | undefined;
}

/** All routes. Every request has passed the guard: nothing here checks who asks. */
export function createApp(server: AppContext): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value);
  });
  const started = server.program.clock.elapsed();
  const uptime = () => Math.round(server.program.clock.elapsed() - started) / 1000;
  app.get('/health', (context) => context.json({ status: 'ok', uptime: uptime() }));
  app.post('/key', async (context) => {
    const given = KEY_REQUEST.safeParse(await context.req.json().catch(() => undefined));
    if (!given.success) return context.json({ error: 'Send a code or a nonce.' }, 400);
    // The guard made sure that the host is this server.
    const { host } = new URL(context.req.url);
    if ('nonce' in given.data) {
      return context.json({ proof: server.keys.prove(host, given.data.nonce), command: server.command });
    }
    const key = server.keys.exchange(given.data.code);
    return key === undefined
      ? context.json({ error: `This address was used before or is too old: run \`${server.command}\` again.` }, 401)
      : context.json({ key });
  });
  // For a second command, which knows the key.
  app.post('/code', (context) => context.json({ code: server.keys.newCode() }));
  if (server.coach !== undefined) addCoachRoutes(app, server.coach, server.program);
  app.get('/api/changes', (context) => streamChanges(context, server));
  for (const [name, route] of Object.entries(ROUTES)) addRoute(app, { name, route }, server.program);
  app.all('/api/*', (context) => context.json({ error: 'There is no such request.' }, 404));
  app.get('*', (context) => server.assets.answer(context.req.path));
  app.onError((error, context) => context.json(unexpected(error, server.program), 500));
  return app;
}

function addCoachRoutes(app: Hono, coach: NonNullable<AppContext['coach']>, program: PageProgram): void {
  app.all('/mcp', (context) => coach.answerAgent(context.req.raw));
  app.post('/api/session', async (context) => {
    const given = parseJson(await context.req.text());
    const run = async (request: SessionRequest) => toPlainTexts(await coach.changeSession(request));
    const { body, status } = await answer({ schema: SESSION_REQUEST, given, run }, program);
    return context.json(body, status);
  });
  app.post('/api/hook', async (context) => {
    const given = parseJson(await context.req.text());
    const { body, status } = await answer({ schema: HOOK_REPORT, given, run: coach.answerHook }, program);
    return context.json(body, status);
  });
}

const KEY_REQUEST = z.union([
  z.strictObject({ code: z.string().max(100) }),
  z.strictObject({ nonce: z.string().regex(/^[\w-]{16,100}$/) }),
]);

function addRoute(app: Hono, { name, route }: { name: string; route: Route }, program: PageProgram): void {
  const path = `/api/${name}`;
  if (route.kind === 'query') {
    app.get(path, async (context) => {
      const { body, status } = await run(route, parseJson(context.req.query('input') ?? '{}'), program);
      return context.json(body, status);
    });
  } else {
    app.post(path, async (context) => {
      const { body, status } = await run(route, parseJson(await context.req.text()), program);
      return context.json(body, status);
    });
  }
}

interface Answer {
  readonly status: 200 | 400 | 404 | 409 | 500;
  readonly body: object;
}

interface Question<Input> {
  readonly schema: z.ZodType<Input>;
  readonly given: unknown;
  readonly run: (input: Input) => Promise<object>;
}

function run(route: Route, given: unknown, program: PageProgram): Promise<Answer> {
  return answer({ schema: route.input, given, run: (input) => answerRoute(route, input as never, program) }, program);
}

async function answer<Input>(question: Question<Input>, program: Pick<PageProgram, 'logger'>): Promise<Answer> {
  const input = question.schema.safeParse(question.given);
  if (!input.success) return { status: 400, body: { error: z.prettifyError(input.error) } };
  try {
    return { status: 200, body: await question.run(input.data) };
  } catch (error) {
    if (isUserError(error)) {
      return {
        status: STATUS[error.type] ?? 400,
        body: toPlainTexts({ error: error.message, details: error.details }),
      };
    }
    return { status: 500, body: unexpected(error, program) };
  }
}

function unexpected(error: unknown, program: Pick<PageProgram, 'logger'>): object {
  reportError(program, error);
  return { error: 'Something went wrong; `witan.log` has the cause (`witan project` shows its folder).' };
}

const STATUS: Partial<Record<string, Answer['status']>> = { not_found: 404, conflict: 409, internal_error: 500 };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface StreamContext {
  readonly program: Pick<PageProgram, 'pageRuns' | 'logger'>;
  readonly pageOpened: () => () => void;
}

/**
 * Says when recorded deliberations changed; the page then asks for what it shows. Events carry no data, so nothing can be
 * lost or doubled. The event's id is the version of the records: a page that comes back with it hears only of news.
 */
export function streamChanges(context: Context, { program, pageOpened }: StreamContext): Response {
  const seen = context.req.query('cursor');
  return streamSSE(
    context,
    async (stream) => {
      const ended = new AbortController();
      const pageClosed = pageOpened();
      stream.onAbort(() => ended.abort());
      try {
        await stream.writeSSE({ event: 'ready', data: '' });
        for await (const version of changedVersions(program, ended.signal, seen)) {
          await stream.writeSSE({ event: 'changed', id: version, data: '' });
        }
      } finally {
        pageClosed();
      }
    },
    async (error) => reportError(program, error),
  );
}

/** Looks four times a second, and only while a page listens. */
async function* changedVersions(
  program: Pick<PageProgram, 'pageRuns'>,
  signal: AbortSignal,
  seen: string | undefined,
): AsyncIterable<string> {
  let last = seen;
  while (!signal.aborted) {
    // A database that cannot be used is reported by the routes, to the person.
    const current = await program
      .pageRuns()
      .then((recorded) => recorded?.version())
      .catch(() => 'unusable');
    const version = encodeURIComponent(current ?? 'none');
    if (version !== last) yield version;
    last = version;
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

const POLL_MS = 250;
