import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UndirectedGraph } from 'graphology';
import graphml from 'graphology-graphml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliberationRecord, type RecordFacts } from '../support/deliberation-record.js';
import { type ServeSession, sameUser, startServeSession } from '../support/serve-session.js';
import { createEmptyMachine, type EmptyMachine } from './cli-program.js';

const SIDECARS: readonly RecordFacts[] = [
  { id: '20260101-100000-aaaaaa', question: 'Should the job queue use PostgreSQL or SQLite?', winner: 'SQLite' },
  { id: '20260201-100000-bbbbbb', question: 'PostgreSQL or SQLite for the queue of jobs?', winner: 'PostgreSQL' },
  { id: '20260301-100000-cccccc', question: 'What color should the logo of the shop have?', winner: 'Blue' },
];

function writeSidecars(project: string): void {
  const folder = join(project, 'transcripts');
  mkdirSync(folder);
  for (const facts of SIDECARS) {
    const day = facts.id?.slice(0, 8).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3');
    const record = deliberationRecord({ ...facts, at: `${day}T10:00:00Z` });
    writeFileSync(join(folder, `${facts.id}.json`), JSON.stringify(record));
  }
}

describe('the decisions of a project, on the command line', () => {
  let machine: EmptyMachine;
  beforeAll(async () => {
    machine = createEmptyMachine();
    writeSidecars(machine.project);
    writeFileSync(join(machine.project, 'transcripts', 'other.json'), '{"name": "not ours"}');
  });
  afterAll(() => machine.remove());

  const json = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await machine.witan(['decisions', ...args, '--json']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  it('are rebuilt from the transcripts of a lost database, and nothing twice', async () => {
    expect(await json('import', 'transcripts')).toMatchObject({
      files: 4,
      imported: 3,
      known: 0,
      faults: [{ file: 'other.json' }],
    });
    expect(await json('import', 'transcripts')).toMatchObject({ imported: 0, known: 3 });
  });

  it('are found, compared and judged', async () => {
    const similar = await json('similar', 'Which database for the job queue?', '--threshold', '0.5');
    expect(similar).toMatchObject({ type: 'similar_decisions', count: 2 });
    expect(await json('contradictions')).toMatchObject({
      count: 1,
      results: [{ decision_id_1: '20260101-100000-aaaaaa', decision_id_2: '20260201-100000-bbbbbb' }],
    });
    await json('outcome', '20260101', 'superseded', '--superseded-by', '20260201', '--note', 'it locked');
    expect(await json('contradictions')).toMatchObject({ count: 0 });
    expect(await json('analyze')).toMatchObject({
      type: 'patterns',
      total: 3,
      outcomes: { recorded: { superseded: 1 } },
      health: { status: 'healthy', stats: { decisions: 3, unlinked: 0 } },
    });
  });

  it('are written as GraphML that another program reads', async () => {
    const { exitCode } = await machine.witan(['decisions', 'export', '--format', 'graphml', '--output', 'all.graphml']);
    expect(exitCode).toBe(0);
    const graph = graphml.parse(UndirectedGraph, readFileSync(join(machine.project, 'all.graphml'), 'utf8'));
    expect(graph.order).toBe(3);
    expect(graph.getEdgeAttribute('20260101-100000-aaaaaa', '20260201-100000-bbbbbb', 'kind')).toBe('superseded_by');
  });

  it('are shown by the doctor, with the driver of the database', async () => {
    const { stdout } = await machine.witan(['doctor']);
    expect(stdout).toMatch(/^ok +SQLite +\S+ \(SQLite 3\.\d+/m);
    expect(stdout).toMatch(/^ok +decision graph +3 decisions, 1 outcome, .* intact$/m);
  });

  it('are archived and deleted by the person', async () => {
    expect(await json('archive', '--older-than', '2026-01-15')).toEqual({ archived: 1, left: 2 });
    const refused = await machine.witan(['decisions', 'delete', '20260301']);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain('add --yes');
    expect(await json('delete', '20260301', '--yes')).toEqual({ deleted: '20260301-100000-cccccc' });
    expect(await json('timeline')).toMatchObject({ count: 1 });
    expect(await json('timeline', '--archived')).toMatchObject({ count: 2 });
  });

  it('are out of reach, in one line, where the graph is switched off', async () => {
    const config = join(machine.home, 'off.yaml');
    writeFileSync(config, 'decision_graph: { enabled: false }\n');
    const { exitCode, stdout, stderr } = await machine.witan(['decisions', 'timeline', '--config', config]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toBe('witan: the decision graph is switched off; set decision_graph.enabled to true to use it\n');
  });
});

describe('the decisions of a project, in the server', () => {
  let session: ServeSession;
  beforeAll(async () => {
    session = await startServeSession('semantics: { embedding: builtin }\n');
    writeSidecars(session.project);
  });
  afterAll(() => session.client.close());

  it('come from another process while the server runs, and its outcomes go back', async () => {
    expect((await session.call('query_decisions', { query_text: 'job queue' })).content).toMatchObject({
      count: 0,
      diagnostics: { total: 0 },
    });
    const machine = createEmptyMachine();
    const witan = (...args: string[]) =>
      machine.witan(['decisions', ...args, '--config', session.configFile, '--json'], {
        cwd: session.project,
        environment: sameUser(),
      });
    expect((await witan('import', 'transcripts')).exitCode).toBe(0);
    expect((await session.call('query_decisions', { find_contradictions: true })).content).toMatchObject({
      type: 'contradictions',
      count: 1,
    });
    const recorded = await session.call('record_outcome', { decision_id: '20260301', outcome: 'right' });
    expect(recorded).toMatchObject({ isError: false, content: { outcome: 'right' } });
    const { stdout } = await witan('analyze');
    expect(JSON.parse(stdout)).toMatchObject({
      outcomes: {
        by_model: [
          { participant: 'gpt-6@codex', hits: 1 },
          { participant: 'sonnet@claude', hits: 1 },
        ],
      },
    });
    machine.remove();
  });

  it('are grouped into topics', async () => {
    const folder = join(session.project, 'more');
    mkdirSync(folder);
    const colors = ['header', 'footer', 'button', 'banner', 'sidebar', 'menu'].map(
      (what) => `What color should the ${what} of the page have?`,
    );
    const databases = ['audit log', 'billing ledger', 'search index', 'user profiles', 'metrics'].map(
      (what) => `Which database should store the ${what}, PostgreSQL or SQLite?`,
    );
    for (const [at, question] of [...colors, ...databases].entries()) {
      writeFileSync(join(folder, `${at}.json`), JSON.stringify(deliberationRecord({ id: `more-${at}`, question })));
    }
    const machine = createEmptyMachine();
    const { stdout } = await machine.witan(['decisions', 'import', 'more', '--config', session.configFile, '--json'], {
      cwd: session.project,
      environment: sameUser(),
    });
    expect(JSON.parse(stdout)).toMatchObject({ imported: 11 });
    machine.remove();
    const { content } = await session.call('query_decisions', { analyze_patterns: true });
    expect(content).toMatchObject({ type: 'patterns', total: 14 });
    const names = (content.topics as { name: string }[]).map(({ name }) => name.toLowerCase());
    expect(names.some((name) => name.includes('color'))).toBe(true);
    expect(names.some((name) => name.includes('database'))).toBe(true);
  });

  it('are offered as tools only if they are remembered', async () => {
    const names = (await session.client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['query_decisions', 'record_outcome']));
    const off = await startServeSession('decision_graph: { enabled: false }\n');
    const offered = (await off.client.listTools()).tools.map(({ name }) => name);
    expect(offered).toContain('deliberate');
    expect(offered).not.toContain('query_decisions');
    expect(offered).not.toContain('record_outcome');
    await off.client.close();
  });
});
