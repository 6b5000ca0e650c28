import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDecisionGraph } from '../../src/decisions/index.js';
import { createBuiltinEmbedding } from '../../src/semantics/embedding/builtin-embedding.js';
import { deliberationRecord, GRAPH_SETTINGS } from '../support/deliberation-record.js';
import { BELIEF } from '../support/journal-fixture.js';
import { registerDatabase } from '../support/known-databases.js';
import { type LoopbackEmbeddingServer, startLoopbackEmbeddingServer } from '../support/loopback-embedding-server.js';
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

describe('an embedding service', { timeout: 60_000 }, () => {
  let ollama: LoopbackEmbeddingServer;
  let folders: ReturnType<typeof makeProject>;

  beforeEach(async () => {
    // Its vectors say nothing about meaning: only another model can find what these tests look for.
    ollama = await startLoopbackEmbeddingServer('toy', (text) =>
      Array.from({ length: 16 }, (_, index) => Math.sin(text.length + index)),
    );
    onTestFinished(() => ollama.close());
    folders = makeProject(
      `adapters:\n  ollama: { type: http, base_url: "${ollama.url}" }\nsemantics: { embedding: ollama, ollama_model: toy }\n`,
    );
  });

  async function connect(): Promise<ServeSession> {
    const session = await startServeSession(folders);
    onTestFinished(() => session.client.close());
    return session;
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

  async function rememberDecision(): Promise<void> {
    const file = path.join(folders.project, '.witan', 'decisions.db');
    mkdirSync(path.dirname(file), { mode: 0o700 });
    const embedding = createBuiltinEmbedding();
    const graph = await openDecisionGraph({ file, embedding: () => embedding, settings: GRAPH_SETTINGS });
    await graph.remember(deliberationRecord({ id: 'queue', question: QUEUE }));
    await graph.close();
    await registerDatabase(file);
  }

  it.each(Object.entries(DISASTERS))(
    'costs no answer if it %s: entries are stored later, searches use the builtin embedding',
    async (_, strike) => {
      await rememberDecision();
      const session = await connect();
      expect(await resolve(session, 'Stop the import job from hanging')).not.toHaveProperty('stored');
      expect(await sound(session, 'search_experiences', SEARCH)).not.toHaveProperty('warning');
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

  it('stays the configured one if it is missing when the server starts, and embeds everything when it is back', async () => {
    await rememberDecision();
    await ollama.close();
    const session = await connect();
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

  it('embeds what was resolved during an outage', async () => {
    const session = await connect();
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

  it('loses nothing if it is away when the server ends: the next process stores what was resolved', async () => {
    const first = await connect();
    await resolve(first, 'Stop the import job from hanging');
    await ollama.close();
    expect(await resolve(first, 'Rotate the signing keys every month')).toMatchObject({ stored: false });
    process.kill(first.processId, 'SIGKILL');

    const second = await connect();
    const goals = async () => {
      const { results } = await sound(second, 'search_experiences', { query: 'rotate signing keys' });
      return (results as { goal: string }[]).map(({ goal }) => goal);
    };
    await expect.poll(goals, WAIT).toContain('Rotate the signing keys every month');
  });
});
