import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { openDecisionGraph } from '../../src/decisions/index.js';
import { createBuiltinEmbedding } from '../../src/semantics/embedding/builtin-embedding.js';
import { deliberationRecord, GRAPH_SETTINGS } from '../support/deliberation-record.js';
import { BELIEF } from '../support/journal-fixture.js';
import { type LoopbackEmbeddingServer, startLoopbackEmbeddingServer } from '../support/loopback-embedding-server.js';
import { memoryOf } from '../support/project-memory.js';
import { makeProject, type ServeSession, startServeSession } from '../support/serve-session.js';

const QUEUE = 'Should the job queue use PostgreSQL or SQLite?';
const WRONG = {
  status: 'falsified',
  result: 'The job still hung',
  surprise: 'A second consumer kept the queue open',
  root_cause: { category: 'wrong-assumption', description: 'I thought there was one consumer' },
};
const SEARCH = { query: 'why does the job hang', limit: 5 };
const WAIT = { timeout: 45_000, interval: 100 };

const DISASTERS: Readonly<Record<string, (ollama: LoopbackEmbeddingServer) => Promise<void>>> = {
  stops: (ollama) => ollama.close(),
  hangs: async (ollama) => {
    ollama.mood = 'hangs';
  },
  'answers nonsense': async (ollama) => {
    ollama.mood = 'talks nonsense';
  },
};

/** A service that works, and a project that is set up for it. */
async function setUp({ onTestFinished }: TestContext) {
  // Its vectors say nothing about meaning: only another model can find what these tests look for.
  const ollama = await startLoopbackEmbeddingServer('toy', (text) =>
    Array.from({ length: 16 }, (_, index) => Math.sin(text.length + index)),
  );
  onTestFinished(() => ollama.close());
  const folders = makeProject(
    `adapters:\n  ollama: { type: http, base_url: "${ollama.url}" }\nsemantics: { embedding: ollama, ollama_model: toy }\n`,
  );

  async function connect(): Promise<ServeSession> {
    const session = await startServeSession(folders);
    onTestFinished(() => session.client.close());
    return session;
  }

  async function rememberDecision(): Promise<void> {
    const file = path.join(memoryOf(folders.project), 'decisions.db');
    const embedding = createBuiltinEmbedding();
    const graph = await openDecisionGraph({ file, embedding: () => embedding, settings: GRAPH_SETTINGS });
    await graph.remember(deliberationRecord({ id: 'queue', question: QUEUE }));
    await graph.close();
  }

  return { ollama, connect, rememberDecision };
}

async function sound({ call }: ServeSession, name: string, input: Record<string, unknown> = {}) {
  const { isError, content } = await call(name, input);
  expect({ isError, content }).toMatchObject({ isError: false });
  return content;
}

async function resolve(session: ServeSession, goal: string) {
  const { id } = await sound(session, 'start_ghap', { ...BELIEF, goal });
  const resolved = await sound(session, 'resolve_ghap', { ...WRONG, id });
  expect(resolved).toMatchObject({ id, status: 'falsified', confidence_tier: 'silver' });
  return resolved;
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** An entry is stored within a second or later: no other test starts a program while that is looked at. */
function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

// Each test waits for real pauses between tries, with a service, a project and a server of its own: they wait together.
describe.concurrent('an embedding service', { timeout: 120_000 }, () => {
  it.for(Object.entries(DISASTERS))(
    'costs no answer if it %s: entries are stored later, searches use the builtin embedding',
    async ([, strike], context) => {
      const { expect } = context;
      const { ollama, connect, rememberDecision } = await setUp(context);
      const session = await inTurn(async () => {
        await rememberDecision();
        const begun = await connect();
        expect(await resolve(begun, 'Stop the import job from hanging')).not.toHaveProperty('stored');
        expect(await sound(begun, 'search_experiences', SEARCH)).not.toHaveProperty('warning');
        return begun;
      });
      await strike(ollama);

      const begun = await sound(session, 'start_ghap', { ...BELIEF, goal: 'Stop the nightly import from hanging' });
      expect(begun.premortem).toMatchObject({ goal: 'Stop the import job from hanging' });
      const resolved = await sound(session, 'resolve_ghap', { ...WRONG });
      expect(resolved).toMatchObject({ id: begun.id, status: 'falsified', stored: false });
      expect(resolved.warning).toContain('stored in the background');
      const found = await sound(session, 'search_experiences', SEARCH);
      expect(found.results).toMatchObject([{ goal: 'Stop the import job from hanging' }]);
      expect(found.warning).toContain('the builtin one was used instead');
      const similar = await sound(session, 'query_decisions', {
        query_text: 'PostgreSQL or SQLite for the queue of jobs?',
      });
      expect(similar).toMatchObject({ count: 1, results: [{ id: 'queue' }] });
      expect(similar.warning).toContain('the builtin one was used instead');
      for (const [name, input] of [
        ['list_ghap_entries', {}],
        ['list_values', {}],
        ['query_decisions', { analyze_patterns: true }],
        ['query_decisions', { find_contradictions: true }],
        ['record_outcome', { decision_id: 'queue', outcome: 'right' }],
      ] as const) {
        await sound(session, name, input);
      }
      const ids = async () => {
        const { results } = await sound(session, 'search_experiences', SEARCH);
        return (results as { id: string }[]).map(({ id }) => id);
      };
      await expect.poll(ids, WAIT).toContain(begun.id);
    },
  );

  it('stays the configured one if it is missing when the server starts, and embeds everything when it is back', async (context) => {
    const { expect } = context;
    const { ollama, connect, rememberDecision } = await setUp(context);
    await rememberDecision();
    await ollama.close();
    const session = await inTurn(connect);
    expect(await resolve(session, 'Stop the import job from hanging')).toMatchObject({ stored: false });
    const found = async () => sound(session, 'search_experiences', SEARCH);
    await expect.poll(async () => (await found()).count, WAIT).toBe(1);
    expect((await found()).warning).toContain('the builtin one was used instead');
    const query = { query_text: 'PostgreSQL or SQLite for the queue of jobs?' };
    expect((await sound(session, 'query_decisions', query)).warning).toContain('the builtin one was used instead');

    await ollama.reopen();
    const embeds = (text: string) => ollama.embeddedTexts.some((each) => each.includes(text));
    await expect
      .poll(async () => {
        await found();
        await sound(session, 'query_decisions', query);
        return embeds('Stop the import job') && embeds('PostgreSQL');
      }, WAIT)
      .toBe(true);
    expect(await found()).not.toHaveProperty('warning');
    expect(await sound(session, 'query_decisions', query)).not.toHaveProperty('warning');
  });

  it('embeds what was resolved during an outage', async (context) => {
    const { expect } = context;
    const { ollama, connect } = await setUp(context);
    const session = await inTurn(connect);
    await resolve(session, 'Stop the import job from hanging');
    await ollama.close();
    expect(await resolve(session, 'Rotate the signing keys every month')).toMatchObject({ stored: false });
    await ollama.reopen();
    const search = () => sound(session, 'search_experiences', { query: 'signing keys' });
    await expect
      .poll(async () => {
        await search();
        return ollama.embeddedTexts.some((text) => text.includes('Rotate the signing keys'));
      }, WAIT)
      .toBe(true);
    const { results, warning } = await search();
    expect(results).toContainEqual(expect.objectContaining({ goal: 'Rotate the signing keys every month' }));
    expect(warning).toBeUndefined();
  });

  it('loses nothing if it is away when the server ends: the next process stores what was resolved', async (context) => {
    const { expect } = context;
    const { ollama, connect } = await setUp(context);
    const first = await inTurn(connect);
    await resolve(first, 'Stop the import job from hanging');
    await ollama.close();
    expect(await resolve(first, 'Rotate the signing keys every month')).toMatchObject({ stored: false });
    process.kill(first.processId, 'SIGKILL');

    const second = await inTurn(connect);
    const goals = async () => {
      const { results } = await sound(second, 'search_experiences', { query: 'rotate signing keys' });
      return (results as { goal: string }[]).map(({ goal }) => goal);
    };
    await expect.poll(goals, WAIT).toContain('Rotate the signing keys every month');
  });
});
