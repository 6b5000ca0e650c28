import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Runs } from '../../../src/council/index.js';
import { streamChanges } from '../../../src/http/create-app.js';
import { continuing, interruptedRun, requestIn } from '../../support/interrupted-run.js';
import { emptyProgram, servePages } from '../../support/pages-fixture.js';
import { recordedProject } from '../../support/recorded-council.js';

describe('the stream of changes', () => {
  it('says what is the case now, then every change that another program makes', async () => {
    const { project, runs } = await recordedRuns();
    const { read } = await follow({ pageRuns: async () => runs });
    expect(await read()).toEqual({ event: 'ready', id: '' });
    const first = await read();
    expect(first.event).toBe('changed');
    project.sql(`UPDATE runs SET question = 'Another question?'`);
    const second = await read();
    expect(second.event).toBe('changed');
    expect(second.id).not.toBe(first.id);
  });

  it('says nothing again to a page that comes back with what it has seen', async () => {
    const { project, runs } = await recordedRuns();
    const { pages, read, end } = await follow({ pageRuns: async () => runs });
    await read();
    const { id } = await read();
    await end();
    const again = await open(pages, `?cursor=${encodeURIComponent(id)}`);
    expect(await again.read()).toEqual({ event: 'ready', id: '' });
    project.sql(`UPDATE runs SET question = 'Another question?'`);
    const next = await again.read();
    expect(next.event).toBe('changed');
    expect(next.id).not.toBe(id);
  });

  it('notices the first deliberation of a project', async () => {
    const project = recordedProject();
    let runs: Runs | undefined;
    const { read } = await follow({ pageRuns: async () => runs });
    await read();
    expect(await read()).toEqual({ event: 'changed', id: 'none' });
    await interruptedRun(project);
    runs = await openRuns(project);
    expect((await read()).id).not.toBe('none');
  });

  it('continues if the records cannot be read, which the routes report to the person', async () => {
    let isUsable = false;
    const { read } = await follow({
      pageRuns: async () => {
        if (!isUsable) throw new Error('the records are damaged');
        return undefined;
      },
    });
    expect((await read()).event).toBe('ready');
    const first = await read();
    isUsable = true;
    expect((await read()).id).not.toBe(first.id);
  });

  it('looks at the records only while a page listens', async () => {
    let looks = 0;
    let open = 0;
    const runs = async () => ({ version: async () => String(looks++) }) as unknown as Runs;
    const app = new Hono().get('/', (response) =>
      streamChanges(response, {
        program: emptyProgram({ pageRuns: runs }),
        pageOpened() {
          open++;
          return () => open--;
        },
      }),
    );
    expect({ looks, open }).toEqual({ looks: 0, open: 0 });
    const reader = (await app.request('/')).body?.getReader();
    await reader?.read();
    await reader?.read();
    expect(open).toBe(1);
    await reader?.cancel();
    await expect.poll(() => open).toBe(0);
    expect(looks).toBeGreaterThan(0);
  });
});

async function recordedRuns() {
  const project = recordedProject();
  await interruptedRun(project);
  return { project, runs: await openRuns(project) };
}

async function openRuns(project: ReturnType<typeof recordedProject>): Promise<Runs> {
  const opened = await continuing(project);
  onTestFinished(() => opened.close());
  await opened.council.deliberate(requestIn(project, { mode: 'quick' }));
  return opened.runs;
}

async function follow(program: Parameters<typeof emptyProgram>[0]) {
  const pages = await servePages({ program: emptyProgram(program) });
  return { pages, ...(await open(pages, '')) };
}

async function open({ url, key }: { url: string; key: string }, query: string) {
  const ended = new AbortController();
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/api/changes${query}`, { headers, signal: ended.signal });
  const blocks = eventBlocks(response);
  return {
    read: async () => {
      const { value, done } = await blocks.next();
      if (done) throw new Error('the stream has ended');
      return { event: /^event: (.*)$/m.exec(value)?.[1] ?? '', id: /^id: (.*)$/m.exec(value)?.[1] ?? '' };
    },
    end: async () => {
      ended.abort();
      await blocks.next().catch(() => undefined);
    },
  };
}

async function* eventBlocks({ body }: Response): AsyncGenerator<string, void> {
  let pending = '';
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (pending + text).split('\n\n');
    pending = blocks.pop() ?? '';
    yield* blocks;
  }
}
