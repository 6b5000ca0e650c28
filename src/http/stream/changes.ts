import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { type PageProgram, reportError } from '../page-program.js';

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
