import { describe, expect, it } from 'vitest';
import { plainLine } from '../../../../src/kernel/plain-text.js';
import { startSession } from '../../../support/coaching-fixture.js';
import { assessed, dashboardFixture, recommendation } from '../../../support/dashboard-fixture.js';
import { listedIssue } from '../../../support/gh-machine.js';

type Fixture = Awaited<ReturnType<typeof dashboardFixture>>;

/** A text that turns its words around, and is far too long. */
const HOSTILE = `\u202ecart\u200b\n${'x'.repeat(100_000)}`;

function expectHarmless(payload: object | undefined): void {
  const json = JSON.stringify(payload);
  expect(json).toContain('"cart xxx');
  expect(json).toBe(plainLine(json));
  expect(json.length).toBeLessThan(15_000);
}

const PAGE = 'https://docs.example/closures';

async function addGap({ data, sessionId }: Fixture, topic = 'closures', severity: 'low' | 'medium' | 'high' = 'high') {
  const gap = { sessionId, topic, severity, evidence: 'seen', relatedConcepts: ['scope'] };
  return (await data.store.gaps.record(gap)).gap;
}

/** With a gap for which the search finds a page. */
async function withGap(...given: Parameters<typeof dashboardFixture>) {
  const made = await dashboardFixture(...given);
  const gap = await addGap(made);
  made.server.sources = [{ url: PAGE, title: 'Closures' }];
  made.server.answer('learning_materials', { recommendations: [recommendation('closures', [PAGE])] });
  return { ...made, gap };
}

describe('loading the dashboard', () => {
  it('12.1, 12.11: announces the state first, then issues and materials, and notes that it was loaded', async () => {
    const { load, types, loads } = await withGap();
    await load('7d');
    expect(types()[0]).toBe('dashboard:state');
    expect(types().slice(1).sort()).toEqual(['dashboard:issues', 'dashboard:materials']);
    expect(await loads()).toEqual([{ session_id: null, statsPeriod: '7d', issuesLoaded: true, materialsLoaded: true }]);
  });

  it('12.11: asks for issues and materials at the same time', async () => {
    const { load, server } = await withGap();
    const arrived = new Set<string>();
    const both = new Promise<void>((resolve) => {
      server.onCall = ({ callType }) => {
        arrived.add(callType);
        if (arrived.size === 2) resolve();
      };
    });
    // Neither is answered before both have arrived.
    server.fail('issue_assessment', 'hang', 1);
    server.fail('learning_materials', 'hang', 1);
    const loading = load();
    await both;
    await server.close();
    await loading;
  });

  it('12.9, EC-85: skips materials without a gap, and still assesses issues', async () => {
    const { load, types, server, loads } = await dashboardFixture();
    await load();
    expect(types()).toEqual(['dashboard:state', 'dashboard:issues']);
    expect(server.callsOf('learning_materials')).toEqual([]);
    expect(await loads()).toMatchObject([{ materialsLoaded: false }]);
  });

  it('EC-86: skips materials when every gap is closed', async () => {
    const { load, server, data, gap } = await withGap();
    await data.store.gaps.setAddressed(gap.id, true);
    await load();
    expect(server.callsOf('learning_materials')).toEqual([]);
  });

  it('EC-90: pages that ask at the same time share one call of each kind', async () => {
    const { dashboard, announce, load, server, types } = await withGap();
    await Promise.all([dashboard.load('all', announce), dashboard.load('all', announce), load()]);
    expect(server.calls).toHaveLength(2);
    expect(types().filter((type) => type === 'dashboard:issues')).toHaveLength(1);
  });
});

describe('issues', () => {
  it('12.2, FR-174: are assessed with stages, sessions, gaps and memories, and ranked', async () => {
    const made = await dashboardFixture();
    const { load, server, payloadOf, data, sessionId, memory } = made;
    await addGap(made);
    await data.store.assessments.save({ skillArea: 'async', stage: 'competent', confidence: 1, evidence: '' });
    await data.store.sessions.end(sessionId, 'completed');
    await memory.addMemories({
      memories: [{ content: 'An issue about the cart was hard', tags: [], importance: 'high' }],
      ...{ sessionId, project: '/projects/shop' },
    });
    server.answer('issue_assessment', {
      issues: [assessed(2, { priority_score: 0.2 }), assessed(1, { priority_score: 0.9 })],
    });
    await load();
    const [call] = server.callsOf('issue_assessment');
    expect(call?.model).toBe('claude-sonnet-5');
    expect(JSON.parse(call?.userMessage ?? '')).toMatchObject({
      github_issues: [{ number: 1, title: 'Issue 1', labels: ['bug'] }, { number: 2 }, { number: 3 }],
      user_dreyfus_stages: [{ skill_area: 'async', stage: 'competent' }],
      recent_sessions: [{ issueTitle: 'Cart loses items' }],
      knowledge_gaps: [{ topic: 'closures', severity: 'high' }],
      related_memories: [{ content: 'An issue about the cart was hard' }],
    });
    expect(payloadOf('dashboard:issues')).toMatchObject({
      issues: [
        { number: 1, title: 'Issue 1', suitabilityReason: 'It is small.', priorityFactors: { teamUrgency: 'low' } },
        { number: 2, title: 'Issue 2', estimatedDifficulty: 'beginner' },
      ],
    });
  });

  it('are dropped if gh did not list them or the model lists them twice', async () => {
    const { load, server, payloadOf } = await dashboardFixture();
    server.answer('issue_assessment', { issues: [assessed(1), assessed(99), assessed(1)] });
    await load();
    expect(payloadOf('dashboard:issues')).toMatchObject({ issues: [{ number: 1 }] });
    expect(payloadOf('dashboard:issues')).not.toMatchObject({ issues: [{}, {}] });
  });

  it('say who is tagged as gh knows it, not as the model guesses', async () => {
    const { load, gh, server, payloadOf } = await dashboardFixture();
    gh.behave({ issues: [listedIssue(1, { assignees: [{ login: 'ada' }] }), listedIssue(2)] });
    const guess = { ...assessed(2).priority_factors, user_tagged: true };
    server.answer('issue_assessment', { issues: [assessed(1), assessed(2, { priority_factors: guess })] });
    await load();
    expect(payloadOf('dashboard:issues')).toMatchObject({
      issues: [{ priorityFactors: { userTagged: true } }, { priorityFactors: { userTagged: false } }],
    });
  });

  it('have no hidden characters and no endless texts of the model', async () => {
    const { load, server, payloadOf } = await dashboardFixture();
    const texts = { summary: HOSTILE, suitability_reason: HOSTILE };
    const names = { relevant_skills: [HOSTILE], learning_opportunities: Array.from({ length: 50 }, () => HOSTILE) };
    server.answer('issue_assessment', { issues: [assessed(1, { ...texts, ...names })] });
    await load();
    expectHarmless(payloadOf('dashboard:issues'));
  });

  it('12.4: are assessed without memories if the store fails', async () => {
    const memory = { queryMemories: () => Promise.reject(new Error('ChromaDB is gone')) };
    const { load, server, types } = await dashboardFixture({ memory });
    await load();
    expect(types()).toContain('dashboard:issues');
    expect(JSON.parse(server.calls[0]?.userMessage ?? '')).toMatchObject({ related_memories: [] });
  });

  it('12.5: are not assessed if gh fails', async () => {
    const { load, gh, server, payloadOf } = await dashboardFixture();
    gh.behave({ behavior: 'no remote' });
    await load();
    expect(payloadOf('dashboard:issues_error')).toEqual({ error: expect.stringMatching(/^No GitHub remote found/) });
    expect(server.calls).toEqual([]);
  });

  it('EC-84: are an empty list, without a call, if there are none', async () => {
    const { load, gh, server, payloadOf } = await dashboardFixture();
    gh.behave({ issues: [] });
    await load();
    expect(payloadOf('dashboard:issues')).toEqual({ issues: [] });
    expect(server.calls).toEqual([]);
  });

  it('leave without secrets', async () => {
    const { load, gh, server } = await dashboardFixture();
    const token = `ghp_${'aB3dE5gH7j'.repeat(4).slice(0, 36)}`;
    gh.behave({ issues: [listedIssue(1, { body: `token: ${token}`, comments: [{ body: `use ${token}` }] })] });
    await load();
    expect(server.calls[0]?.userMessage).not.toContain(token);
    expect(server.calls[0]?.userMessage).toContain('[redacted');
  });

  it('say how many there are and how to add a model if there is none', async () => {
    const models = { ofTier: async () => undefined };
    const { load, payloadOf, rows } = await dashboardFixture({ models }, { models });
    await load();
    expect(payloadOf('dashboard:issues_error')).toEqual({
      error: expect.stringMatching(/^3 open issues could not be assessed: .*ANTHROPIC_API_KEY/),
    });
    expect(await rows()).toEqual([]);
  });

  it('say so if the limit of the day is reached', async () => {
    const { load, payloadOf, server } = await dashboardFixture({}, { dailyCapUsd: 0 });
    await load();
    expect(payloadOf('dashboard:issues_error')).toEqual({ error: expect.stringMatching(/daily_cap_usd/) });
    expect(server.calls).toEqual([]);
  });
});

describe('refreshing issues', () => {
  async function refresh({ dashboard, announce, told }: Fixture) {
    const before = told.length;
    await new Promise<void>((resolve) => {
      dashboard.refreshIssues((...event) => {
        announce(...event);
        resolve();
      });
    });
    return told.slice(before).map(([type]) => type);
  }

  it('12.8, EC-91: runs gh again, and announces neither the state nor materials', async () => {
    const made = await withGap();
    await made.load();
    made.gh.behave({ issues: [listedIssue(1, { body: 'changed' })] });
    expect(await refresh(made)).toEqual(['dashboard:issues']);
    expect(made.server.callsOf('issue_assessment')).toHaveLength(2);
    expect(made.payloadOf('dashboard:issues')).toMatchObject({ issues: [{ number: 1 }] });
  });

  it('pays nothing while nothing has changed, and asks again after a day', async () => {
    const made = await dashboardFixture();
    await made.load();
    await refresh(made);
    expect(made.server.calls).toHaveLength(1);
    made.data.clock.advance(86_400_001);
    await refresh(made);
    expect(made.server.calls).toHaveLength(2);
  });

  it('pays nothing if gh no longer tells who the person is and memories are missing', async () => {
    let isMissing = false;
    const written = {
      session_id: 's',
      project: 'shop',
      created_at: '2026-01-01T00:00:00Z',
      importance: 'high',
      tags: '',
    };
    const found = [{ id: 'mem_s_0', content: 'The cart was hard', metadata: written, distance: 0 }];
    const memory = { queryMemories: async () => (isMissing ? [] : found) };
    const made = await dashboardFixture({ memory });
    made.gh.behave({ issues: [listedIssue(1, { assignees: [{ login: 'ada' }] })] });
    await made.load();
    made.gh.behave({ login: '' });
    isMissing = true;
    await made.load();
    expect(made.server.calls.map(({ userMessage }) => JSON.parse(userMessage) as unknown)).toMatchObject([
      { github_issues: [{ is_tagged: true }], related_memories: [{ content: 'The cart was hard' }] },
    ]);
  });

  it('asks again after a failure that a reload repeats from memory', async () => {
    const made = await dashboardFixture();
    made.server.fail('issue_assessment', 'refusal', 1);
    await made.load();
    await made.load();
    expect(made.server.calls).toHaveLength(1);
    expect(made.types().filter((type) => type === 'dashboard:issues_error')).toHaveLength(2);
    expect(await refresh(made)).toEqual(['dashboard:issues']);
  });
});

describe('learning materials', () => {
  it('12.3, FR-175: are searched for the five open gaps with most severity, then frequency', async () => {
    const made = await withGap();
    for (const topic of ['a', 'b', 'c', 'd', 'e']) await addGap(made, topic, 'low');
    await addGap(made, 'e', 'low');
    const closed = await addGap(made, 'closed', 'high');
    await made.data.store.gaps.setAddressed(closed.id, true);
    await made.load();
    const [call] = made.server.callsOf('learning_materials');
    const message = JSON.parse(call?.userMessage ?? '') as { knowledge_gaps: { topic: string }[] };
    expect(message).toMatchObject({ tech_stack: 'typescript, css', available_katas: [] });
    expect(message.knowledge_gaps).toHaveLength(5);
    expect(message.knowledge_gaps.slice(0, 2)).toMatchObject([{ topic: 'closures' }, { topic: 'e', frequency: 2 }]);
    expect(call?.system).toContain('novice');
    expect(made.payloadOf('dashboard:materials')).toMatchObject({
      recommendations: [{ knowledgeGap: 'closures', resources: [{ url: PAGE, estimatedTime: '10 minutes' }] }],
    });
  });

  it('SC-086: have only addresses that the search returned', async () => {
    const { load, server, payloadOf } = await withGap();
    const invented = ['https://invented.example/', 'javascript:alert(1)', 'no address', `${PAGE}#part`, `${PAGE}/`];
    server.answer('learning_materials', {
      recommendations: [recommendation('closures', invented), recommendation('other', ['https://invented.example/'])],
    });
    await load();
    const shown = JSON.stringify(payloadOf('dashboard:materials'));
    expect(shown.match(/"url":"[^"]*"/g)).toEqual([`"url":"${PAGE}"`, `"url":"${PAGE}"`]);
  });

  it('have no hidden characters and no endless texts of the model', async () => {
    const { load, server, payloadOf } = await withGap();
    const endless = `${PAGE}/${'x'.repeat(100_000)}`;
    const reversed = `${PAGE}/\u202etxt`;
    server.sources = [PAGE, endless, reversed].map((url) => ({ url, title: '' }));
    const { resources, ...rest } = recommendation('closures', [PAGE, endless, reversed]);
    const hostile = { title: HOSTILE, description: HOSTILE, estimated_time: HOSTILE };
    const texts = { knowledge_gap: HOSTILE, study_order: HOSTILE, practice_connection: HOSTILE };
    const found = resources.map((resource) => ({ ...resource, ...hostile }));
    server.answer('learning_materials', { recommendations: [{ ...rest, ...texts, resources: found }] });
    await load();
    expectHarmless(payloadOf('dashboard:materials'));
    const urls = [{ url: PAGE }, { url: `${PAGE}/%E2%80%AEtxt` }];
    expect(payloadOf('dashboard:materials')).toMatchObject({ recommendations: [{ resources: urls }] });
  });

  it('EC-87: are an error without a further call if the search returned nothing', async () => {
    const { load, server, payloadOf } = await withGap();
    server.sources = [];
    await load();
    await load();
    expect(payloadOf('dashboard:materials_error')).toEqual({
      error: expect.stringMatching(/^No learning materials: the web search found no page about "closures"/),
    });
    expect(server.callsOf('learning_materials')).toHaveLength(1);
  });

  it('name an adapter that can search the web if the present one cannot', async () => {
    const local = { name: 'ollama', kind: 'http', ask: () => Promise.reject(new Error('asked')) } as const;
    const adapter = { ...local, availability: () => Promise.reject(new Error('asked')) };
    const models = { ofTier: async () => ({ adapter, models: [{ id: 'llama', price: undefined }] as const }) };
    const { load, payloadOf, server } = await withGap({ models });
    await load();
    expect(payloadOf('dashboard:materials_error')).toEqual({
      error: expect.stringMatching(/ollama cannot search the web.*set coaching.models.sonnet to anthropic/),
    });
    expect(server.callsOf('learning_materials')).toEqual([]);
  });
});

describe('closing a gap', () => {
  it('announces the state without it among the open ones, in the period that was shown last', async () => {
    const { load, dashboard, announce, told, gap } = await withGap();
    await load('30d');
    await dashboard.setGapAddressed(gap.id, true, announce);
    expect(told.at(-1)).toMatchObject([
      'dashboard:state',
      { stats: { period: '30d', knowledgeGapsAddressed: 1 }, gaps: [{ id: gap.id, addressed: true }] },
    ]);
    await dashboard.setGapAddressed(gap.id, false, announce);
    expect(told.at(-1)).toMatchObject(['dashboard:state', { gaps: [{ addressed: false }] }]);
  });

  it('is refused for a gap that does not exist', async () => {
    const { dashboard, announce } = await dashboardFixture();
    await expect(dashboard.setGapAddressed('none', true, announce)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('ending the coach', () => {
  it('ends gh and calls that run', async () => {
    const made = await dashboardFixture();
    await startSession(made.data.store, '/projects/other');
    made.server.fail('issue_assessment', 'hang');
    const asked = new Promise<void>((resolve) => {
      made.server.onCall = () => resolve();
    });
    await made.dashboard.load('all', made.announce);
    await asked;
    await made.dashboard.close();
    expect(made.types()).toContain('dashboard:issues_error');
    expect(await made.rows()).toMatchObject([{ latency_ms: -1 }]);
  });
});
