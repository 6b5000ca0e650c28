import { describe, expect, it } from 'vitest';
import { readDashboardState } from '../../../../src/coaching/dashboard/dashboard-state.js';
import { coachingIn, newPhase } from '../../../support/coaching-fixture.js';

const DAY_MS = 86_400_000;

async function fixture() {
  const data = await coachingIn();
  const read = (period: '7d' | '30d' | 'all' = 'all', projectDir?: string) =>
    readDashboardState({ ...data, dailyCapUsd: 2 }, { period, ...(projectDir !== undefined && { projectDir }) });
  /** One that took 30 minutes, with a hint and a call. */
  const work = async (issueNumber: number | null, projectDir = '/projects/shop') => {
    const session = await data.store.sessions.create({ projectDir, issueNumber, issueTitle: `Work ${issueNumber}` });
    const plan = await data.store.plans.create({
      sessionId: session.id,
      rawPlanText: 'the plan',
      phases: [newPhase('Read')],
    });
    await data.store.progressEvents.record(plan.phases[0]?.id ?? '', 'hint_used');
    const call = await data.apiCallLog.logApiCall(session.id, 'coach_agent', { model: 'm', inputHash: 'h' });
    await call.complete({ latencyMs: 5, inputTokens: 1, outputTokens: 1, costEstimate: 0.25 });
    data.clock.advance(30 * 60_000);
    await data.store.sessions.end(session.id, 'completed');
    return session;
  };
  const gap = (sessionId: string, topic: string, severity: 'low' | 'medium' | 'high' = 'low') =>
    data.store.gaps.record({ sessionId, topic, severity, evidence: 'seen', relatedConcepts: [] });
  return { ...data, read, work, gap };
}

describe('the state of the dashboard', () => {
  it('12.9, EC-88: has empty lists and zeros after a new installation', async () => {
    const { read } = await fixture();
    expect(await read('7d')).toEqual({
      dreyfus: [],
      stats: {
        period: '7d',
        sessionsCompleted: 0,
        totalCoachingMinutes: 0,
        issuesWorkedOn: 0,
        knowledgeGapsIdentified: 0,
        knowledgeGapsAddressed: 0,
        hintsUsed: 0,
        apiCostTotal: 0,
      },
      inProgressSessions: [],
      katas: [],
      gaps: [],
      spending: { today: 0, cap: 2, unpricedCalls: 0 },
    });
  });

  it('12.10: counts only what is in the period', async () => {
    const { read, work, gap, clock, store } = await fixture();
    const first = await work(1);
    await gap(first.id, 'closures');
    clock.advance(20 * DAY_MS);
    await work(1);
    await work(2);
    clock.advance(8 * DAY_MS);
    const last = await work(null);
    const met = await gap(last.id, 'promises');
    await store.gaps.setAddressed(met.gap.id, true);
    expect((await read('7d')).stats).toMatchObject({
      ...{ sessionsCompleted: 1, issuesWorkedOn: 0, hintsUsed: 1, apiCostTotal: 0.25 },
      ...{ knowledgeGapsIdentified: 1, knowledgeGapsAddressed: 1 },
    });
    expect((await read('30d')).stats).toMatchObject({ sessionsCompleted: 4, issuesWorkedOn: 2, hintsUsed: 4 });
    clock.advance(25 * DAY_MS);
    expect((await read('30d')).stats).toMatchObject({ sessionsCompleted: 1, knowledgeGapsIdentified: 1 });
    const { stats } = await read('all');
    expect(stats).toMatchObject({ sessionsCompleted: 4, issuesWorkedOn: 2, hintsUsed: 4, apiCostTotal: 1 });
    expect(stats.totalCoachingMinutes).toBeCloseTo(120);
  });

  it('12.10: shows skills, unfinished sessions and katas of any age', async () => {
    const { read, work, gap, store, clock } = await fixture();
    await store.assessments.save({ skillArea: 'async', stage: 'novice', confidence: 0.4, evidence: 'first' });
    await store.assessments.save({ skillArea: 'async', stage: 'competent', confidence: 0.7, evidence: 'then' });
    const session = await work(1);
    const { gap: found } = await gap(session.id, 'closures');
    await store.katas.create({
      ...{ knowledgeGapId: found.id, title: 'Counter', description: '', scaffoldingCode: '', instructorNotes: '' },
      constraints: [{ title: 'No loops', description: '', minLevel: 3 }],
    });
    await store.sessions.create({ projectDir: '/projects/shop', issueNumber: 9, issueTitle: 'Open' });
    clock.advance(400 * DAY_MS);
    const { dreyfus, katas, inProgressSessions } = await read('7d');
    expect(dreyfus).toMatchObject([
      { skillArea: 'async', stage: 'competent', history: [{ evidence: 'then' }, { evidence: 'first' }] },
    ]);
    expect(katas).toMatchObject([{ title: 'Counter', topic: 'closures', attemptsCount: 0, constraintCount: 1 }]);
    expect(inProgressSessions).toMatchObject([{ issueNumber: 9, issueTitle: 'Open' }]);
  });

  it('counts an issue number of two projects twice and lists the unfinished sessions of one', async () => {
    const { read, work, store } = await fixture();
    await work(1, '/projects/shop');
    await work(1, '/projects/blog');
    await store.sessions.create({ projectDir: '/projects/blog', issueNumber: null, issueTitle: 'Blog' });
    const state = await read('all', '/projects/shop');
    expect(state.stats.issuesWorkedOn).toBe(2);
    expect(state.inProgressSessions).toEqual([]);
  });

  it('lists open gaps first, by severity, then by frequency', async () => {
    const { read, work, gap, store } = await fixture();
    const { id } = await work(1);
    await gap(id, 'low');
    await gap(id, 'often');
    await gap(id, 'often');
    await gap(id, 'urgent', 'high');
    const closed = await gap(id, 'closed', 'high');
    await store.gaps.setAddressed(closed.gap.id, true);
    expect((await read()).gaps.map(({ topic }) => topic)).toEqual(['urgent', 'often', 'low', 'closed']);
  });

  it('shows the best level of a kata and when it is due', async () => {
    const { read, work, gap, store, clock } = await fixture();
    const { gap: found } = await gap((await work(1)).id, 'closures');
    const texts = { description: '', scaffoldingCode: '', instructorNotes: '', constraints: [] };
    const made = (title: string) => store.katas.create({ knowledgeGapId: found.id, title, ...texts });
    const [early, late] = [await made('early'), await made('late')];
    await made('new');
    const tomorrow = new Date(clock.now().getTime() + DAY_MS).toISOString();
    await store.katas.addAttempt(early.id, { code: 'a', level: 2 });
    await store.katas.addAttempt(early.id, { code: 'b', level: 6 });
    await store.katas.addAttempt(early.id, { code: 'c', level: 4, dueAt: '2026-01-11T09:00:00.000Z' });
    await store.katas.addAttempt(late.id, { code: 'd', level: 4, dueAt: tomorrow });
    expect((await read()).katas).toMatchObject([
      { title: 'early', attemptsCount: 3, bestLevel: 6, isDue: true, dueAt: '2026-01-11T09:00:00.000Z' },
      { title: 'late', attemptsCount: 1, bestLevel: 4, isDue: false, dueAt: tomorrow },
      { title: 'new', dueAt: null, isDue: true },
    ]);
  });

  it("counts today's spending apart from what has no price", async () => {
    const { read, apiCallLog, clock, work } = await fixture();
    await work(1);
    clock.advance(DAY_MS);
    const call = await apiCallLog.logApiCall(null, 'issue_assessment', { model: 'm', inputHash: 'h' });
    await call.complete({ latencyMs: 1, inputTokens: 1, outputTokens: 1, costEstimate: 0.5 });
    await apiCallLog.logApiCall(null, 'learning_materials', { model: 'm', inputHash: 'h' });
    expect((await read()).spending).toEqual({ today: 0.5, cap: 2, unpricedCalls: 1 });
  });
});
