import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDecisions, type DecisionGraph } from '../../../src/decisions/index.js';
import { systemClock } from '../../../src/kernel/clock.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { UserError } from '../../../src/kernel/user-error.js';
import { councilTools, createMcpServer, decisionTools } from '../../../src/mcp/index.js';
import type { Program } from '../../../src/program/program.js';
import { cluster } from '../../../src/semantics/clustering/cluster.js';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { fakeCouncil } from '../../support/fake-council.js';
import { openTestGraph } from '../../support/test-graph.js';

let graph: DecisionGraph;
beforeEach(async () => {
  graph = await openTestGraph();
  await graph.remember(deliberationRecord({ id: 'd1', winner: 'SQLite', at: '2026-01-01T10:00:00Z' }));
  await graph.remember(deliberationRecord({ id: 'd2', winner: 'PostgreSQL', at: '2026-02-01T10:00:00Z' }));
});
afterEach(() => graph.close());

type Access = Pick<Program, 'decisions' | 'settings' | 'trackRecords'>;

function accessTo(changes: Partial<Access> = {}): Access {
  const decisions = createDecisions({
    graph,
    clock: systemClock,
    cluster: async (points, options) => cluster(points, options),
  });
  return {
    settings: { decisionGraph: { enabled: true } } as Program['settings'],
    decisions: async () => decisions,
    trackRecords: () => decisions.trackRecords(),
    ...changes,
  };
}

async function connect(access: Access): Promise<Client> {
  const { trackRecords } = access;
  const openCouncil = async () => ({ ...(await fakeCouncil().open()), trackRecords });
  const tools = [...councilTools(openCouncil), ...decisionTools(async () => access)];
  const server = createMcpServer({ name: 'witan', version: '0', instructions: '', tools, logger: silentLogger });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([client.connect(clientSide), server.protocol.connect(serverSide)]);
  return client;
}

async function call(name: string, input: Record<string, unknown>, access = accessTo()) {
  const client = await connect(access);
  const { isError = false, structuredContent } = await client.callTool({ name, arguments: input });
  return { isError, content: structuredContent as Record<string, unknown> };
}

describe('query_decisions', () => {
  it('takes the question under the name of the other search tool, too, but not under both', async () => {
    const question = 'PostgreSQL or SQLite for jobs in the queue?';
    const similar = { isError: false, content: { type: 'similar_decisions', count: 2 } };
    expect(await call('query_decisions', { query: question })).toMatchObject(similar);
    expect(await call('query_decisions', { query: question, query_text: null })).toMatchObject(similar);
    expect((await call('query_decisions', { query: question, query_text: question })).isError).toBe(true);
  });

  it('finds similar decisions, contradictions, the history of one and patterns', async () => {
    expect(await call('query_decisions', { query_text: 'PostgreSQL or SQLite for jobs in the queue?' })).toMatchObject({
      isError: false,
      content: { type: 'similar_decisions', count: 2, results: [{ score: expect.any(Number) }, {}] },
    });
    expect((await call('query_decisions', { find_contradictions: true })).content).toMatchObject({
      type: 'contradictions',
      results: [{ decision_id_1: 'd1', decision_id_2: 'd2', severity: 'not judged', description: expect.any(String) }],
    });
    expect((await call('query_decisions', { decision_id: 'd1' })).content).toMatchObject({
      type: 'evolution',
      results: [{ id: 'd1' }, { id: 'd2', changes: [{ what: 'option', from: 'SQLite', to: 'PostgreSQL' }] }],
    });
    expect((await call('query_decisions', { analyze_patterns: true })).content).toMatchObject({
      type: 'patterns',
      total: 2,
      missing: expect.arrayContaining([expect.stringContaining('topics: they need at least 8')]),
    });
  });

  it.each([
    [{}, 'validation_error', 'give exactly one of'],
    [{ query_text: 'x', limit: 50 }, 'validation_error', 'limit: 50'],
    [{ query_text: 'x', format: 'xml' }, 'validation_error', '"xml" is not one of summary, detailed, json'],
    [{ decision_id: 'd' }, 'validation_error', 'several decisions begin with "d" (d1, d2)'],
    [{ decision_id: 'd3' }, 'not_found', 'there is no decision "d3"; did you mean'],
  ])('refuses %j with a clear message', async (input, type, message) => {
    const { isError, content } = await call('query_decisions', input);
    expect(isError).toBe(true);
    expect(content).toMatchObject({ error: { type, message: expect.stringContaining(message) } });
  });

  it('stays readable when the decisions are long: the last results give way and are counted', async () => {
    for (let at = 0; at < 20; at++) {
      await graph.remember(
        deliberationRecord({
          winner: `choice ${at}`,
          consensus: 'c'.repeat(2000),
          rationale: '\n"'.repeat(250),
          response: '"'.repeat(900),
        }),
      );
    }
    const { content } = await call('query_decisions', {
      query_text: 'Should the job queue use PostgreSQL or SQLite?',
      format: 'json',
      limit: 20,
    });
    expect(JSON.stringify(content).length).toBeLessThan(80_000);
    expect((content.results as unknown[]).length + (content.left_out as number)).toBe(20);
    expect(content.left_out).toBeGreaterThan(0);
    expect(content.count).toBe((content.results as unknown[]).length);
  });

  it('reports an error of the machine as a sentence, without a stack', async () => {
    const access = accessTo({
      decisions: async () => {
        throw new UserError('internal_error', 'decisions.db is damaged; move it away');
      },
    });
    expect((await call('query_decisions', { analyze_patterns: true }, access)).content).toEqual({
      error: { type: 'internal_error', message: 'decisions.db is damaged; move it away' },
    });
  });
});

describe('record_outcome', () => {
  it('records it, and list_models then shows the record of each model', async () => {
    const client = await connect(accessTo());
    const before = await client.callTool({ name: 'list_models', arguments: {} });
    expect(JSON.stringify(before.structuredContent)).not.toContain('"record"');
    const recorded = await client.callTool({
      name: 'record_outcome',
      arguments: { decision_id: 'd2', outcome: 'right', note: 'it held' },
    });
    expect(recorded.structuredContent).toMatchObject({ decision_id: 'd2', outcome: 'right', replaced: null });
    const listed = await client.callTool({ name: 'list_models', arguments: {} });
    expect(listed.structuredContent).toMatchObject({
      adapters: [
        {
          adapter: 'claude',
          models: [{ id: 'sonnet', record: { hits: 1, misses: 0, brier: 0.04 } }, { id: 'opus' }],
        },
        { adapter: 'anything' },
      ],
    });
  });

  it('shows the record of each model on a topic as soon as there is one', async () => {
    for (const what of ['audit log', 'session', 'metric', 'ledger', 'search index', 'mail archive']) {
      await graph.remember(deliberationRecord({ id: what, question: `Should the ${what} use PostgreSQL or SQLite?` }));
    }
    for (const what of ['logo', 'header', 'button', 'banner', 'footer']) {
      await graph.remember(deliberationRecord({ question: `What color should the ${what} of the web page have?` }));
    }
    const client = await connect(accessTo());
    for (const [decision_id, outcome] of [
      ['d2', 'right'],
      ['ledger', 'wrong'],
    ]) {
      await client.callTool({ name: 'record_outcome', arguments: { decision_id, outcome } });
    }
    const listed = await client.callTool({ name: 'list_models', arguments: {} });
    expect(listed.structuredContent).toMatchObject({
      adapters: [
        {
          models: [
            {
              id: 'sonnet',
              record: {
                hits: 1,
                misses: 1,
                topics: [{ topic: expect.stringMatching(/PostgreSQL|SQLite/), outcomes: 2, hits: 1, brier: 0.34 }],
                other_topics: null,
              },
            },
            {},
          ],
        },
        {},
      ],
    });
  });

  it('refuses a successor that does not exist', async () => {
    expect(
      (await call('record_outcome', { decision_id: 'd1', outcome: 'superseded', superseded_by: 'nothing' })).content,
    ).toMatchObject({ error: { type: 'not_found' } });
  });
});

it('lists models also when the database cannot be read', async () => {
  const access = accessTo({ trackRecords: () => Promise.reject(new Error('locked')) });
  expect((await call('list_models', {}, access)).isError).toBe(false);
});

it('offers neither tool where the decision graph is switched off', async () => {
  const client = await connect(accessTo({ settings: { decisionGraph: { enabled: false } } as Program['settings'] }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['deliberate', 'list_models', 'set_session_models']);
  await expect(client.callTool({ name: 'query_decisions', arguments: {} })).rejects.toThrow(
    'unknown tool "query_decisions"',
  );
});
