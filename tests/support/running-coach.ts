import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { type Action, type CoachingStore, openCoachingData } from '../../src/coaching/index.js';
import { type Clock, systemClock } from '../../src/kernel/clock.js';
import { openCoach } from '../../src/program/open-coach.js';
import { openPage, type PageSocket } from './coach-fixture.js';
import { keyOf } from './pages-fixture.js';
import { scratchFolder } from './scratch-folder.js';
import { testProgram } from './test-program.js';

/** The whole coach of a project, in this process; ended with the test. */
export interface RunningCoach {
  readonly url: string;
  readonly key: string;
  /** For a browser; works once. */
  readonly address: string;
  readonly projectFolder: string;
  /** What the coach stored, read by another connection. */
  readonly store: CoachingStore;
  /** The actions of all sessions, the oldest first. */
  actions(): Promise<readonly Action[]>;
  connectAgent(): Promise<Agent>;
  openPage(): Promise<PageSocket>;
}

interface CoachSetup {
  readonly clock: Clock;
  readonly projectFolder: string;
}

export async function runCoach(
  contents: Readonly<Record<string, string | Uint8Array>> = {},
  { clock = systemClock, projectFolder = scratchFolder('project') }: Partial<CoachSetup> = {},
): Promise<RunningCoach> {
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(path.dirname(path.join(projectFolder, name)), { recursive: true });
    writeFileSync(path.join(projectFolder, name), content);
  }
  const dataFolder = scratchFolder('coach-data');
  const program = await testProgram({ clock }, { projectFolder, environment: process.env, clientName: 'test' });
  const coach = await openCoach(program, {
    dataFolder,
    port: undefined,
    access: 'key for all',
    log: () => undefined,
  });
  onTestFinished(() => coach.own?.close());
  const data = await openCoachingData({ folder: dataFolder });
  onTestFinished(() => data.close());
  const connection = { url: coach.url, key: await keyOf(coach.address('/coach')) };
  return {
    ...connection,
    address: coach.address('/coach'),
    projectFolder,
    store: data.store,
    async actions() {
      const sessions = await data.store.sessions.list();
      const recent = await Promise.all(sessions.map(({ id }) => data.actionLog.recent(id)));
      return recent.flat().toReversed();
    },
    connectAgent: () => connectAgent(connection),
    openPage: () => openPage(connection),
  };
}

export interface Agent {
  readonly client: Client;
  readonly sessionId: string;
  /** The answer of a tool; rejects with `{type, code, message}` of its error. */
  call(name: string, given?: Readonly<Record<string, unknown>>): Promise<unknown>;
  end(): Promise<void>;
}

/** A real MCP client over Streamable HTTP. One that does not listen has no open stream, so the server sees it as idle. */
export async function connectAgent(
  { url, key }: Pick<RunningCoach, 'url' | 'key'>,
  { isListening = true }: { readonly isListening?: boolean } = {},
): Promise<Agent> {
  const refused = new Response(null, { status: 405 });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
    fetch: async (target, init) => (init?.method === 'GET' && !isListening ? refused.clone() : fetch(target, init)),
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport as never);
  onTestFinished(() => client.close());
  return {
    client,
    sessionId: transport.sessionId ?? '',
    async call(name, given = {}) {
      const answer = await client.callTool({ name, arguments: given });
      const [text] = answer.content as readonly { readonly text: string }[];
      const value = JSON.parse(text?.text ?? '') as { readonly error?: unknown } | null;
      if (answer.isError === true) throw value?.error;
      return value;
    },
    end: () => transport.terminateSession(),
  };
}
