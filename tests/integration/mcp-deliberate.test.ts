import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO, type ServeSession, startServeSession } from '../support/serve-session.js';

const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';
let session: ServeSession;

beforeAll(async () => {
  session = await startServeSession(
    'mcp: { max_rounds_in_response: 1 }\ncouncil: { early_stopping: { enabled: false } }\n',
  );
});
afterAll(() => session.client.close());

describe('the built server, asked by a real client', () => {
  it('says who it is and what its tools are for', async () => {
    expect(session.client.getServerVersion()).toMatchObject({
      name: 'witan',
      icons: [{ src: expect.stringMatching(/^data:image\/svg/) }],
    });
    expect(session.client.getInstructions()).toContain('deliberate');
    const { tools } = await session.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(
      [
        ['deliberate', 'list_models', 'set_session_models', 'query_decisions', 'record_outcome'],
        ['start_ghap', 'update_ghap', 'resolve_ghap', 'get_active_ghap', 'list_ghap_entries', 'adopt_ghap'],
        ['get_retrospective', 'get_clusters', 'get_cluster_members', 'search_experiences'],
        ['validate_value', 'store_value', 'list_values'],
        ['list_knowledge', 'review_knowledge'],
      ]
        .flat()
        .sort(),
    );
  });

  it('runs a deliberation, reports its progress, and keeps the whole debate on disk', async () => {
    const progress: { step: number; message: string }[] = [];
    const result = await session.client.callTool(
      { name: 'deliberate', arguments: { question: QUESTION, participants: DEMO, rounds: 2, detail: 'debate' } },
      undefined,
      { onprogress: ({ progress: step, message = '' }) => progress.push({ step, message }) },
    );
    const verdict = result.structuredContent as Record<string, unknown>;
    expect(verdict).toMatchObject({
      status: 'complete',
      mode: 'conference',
      participants: ['steward@demo', 'skeptic@demo', 'builder@demo'],
      integrity: { quorum: { met: true } },
    });
    expect(progress[0]?.message).toContain(String(verdict.deliberation_id));
    expect(progress.filter(({ message }) => message.includes('answered')).length).toBeGreaterThanOrEqual(3);
    expect(progress.map(({ step }) => step)).toEqual(progress.map((_, index) => index + 1));

    const transcript = String(verdict.transcript_path);
    expect(transcript).not.toContain(session.project);
    expect(existsSync(path.join(session.project, 'transcripts'))).toBe(false);
    expect(readFileSync(transcript, 'utf8')).toContain(QUESTION);
    const sidecar = JSON.parse(readFileSync(transcript.replace(/\.md$/, '.json'), 'utf8')) as {
      full_debate: { round: number }[];
    };
    const rounds = (debate: { round: number }[]) => [...new Set(debate.map(({ round }) => round))];
    expect(rounds(sidecar.full_debate)).toEqual([1, 2]);
    expect(rounds(verdict.full_debate as { round: number }[])).toEqual([2]);
    expect(verdict.full_debate_truncated).toBe(true);
  });

  it('keeps two simultaneous deliberations apart', async () => {
    const ask = (question: string) => session.call('deliberate', { question, participants: DEMO, mode: 'quick' });
    const [first, second] = await Promise.all([
      ask('Should we write the parser in Rust or in Go?'),
      ask('Should the office plant be a fern or a cactus?'),
    ]);
    expect(first.content.deliberation_id).not.toBe(second.content.deliberation_id);
    expect(first.content.transcript_path).not.toBe(second.content.transcript_path);
    expect(JSON.stringify(first.content)).not.toMatch(/cactus/i);
    expect(JSON.stringify(second.content)).not.toMatch(/parser/i);
    for (const { content } of [first, second]) expect(existsSync(String(content.transcript_path))).toBe(true);
  });

  it('lists every configured adapter with its state and what to do about it', async () => {
    const { content } = await session.call('list_models', {});
    const adapters = content.adapters as { adapter: string; available: boolean; remedy?: string; models: object[] }[];
    const names = adapters.map(({ adapter }) => adapter);
    for (const name of ['claude', 'codex', 'gemini', 'ollama', 'openai', 'anthropic', 'demo']) {
      expect(names).toContain(name);
    }
    for (const adapter of adapters) if (!adapter.available) expect(adapter.remedy).not.toBe('');
    expect(adapters.find(({ adapter }) => adapter === 'demo')).toMatchObject({
      available: true,
      type: 'demo',
      models: [{ id: 'steward' }, { id: 'skeptic' }, { id: 'builder' }],
    });
  });

  it('uses the model chosen for the session if a participant names none', async () => {
    await session.call('set_session_models', { demo: 'builder' });
    const participants = [{ cli: 'demo' }, { cli: 'demo', model: 'skeptic' }];
    const { content } = await session.call('deliberate', { question: QUESTION, participants, mode: 'quick' });
    expect(content.participants).toEqual(['builder@demo', 'skeptic@demo']);
    expect((await session.call('set_session_models', { demo: null })).content).toEqual({ session_models: {} });
  });
});
