import { describe, expect, it } from 'vitest';
import type { CoachingStore, Phase } from '../../../src/coaching/index.js';
import { coachingIn, newPhase, startSession } from '../../support/coaching-fixture.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

describe.each(sqliteDrivers)('sessions and plans over $name', (driver) => {
  const open = () => coachingIn({ driver });

  it('2.3: stores a session as active from now and reads it back', async () => {
    const { store } = await open();
    const session = await startSession(store);
    expect(session).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      projectDir: '/projects/shop',
      issueNumber: 42,
      issueTitle: 'Cart loses items',
      status: 'active',
      startedAt: '2026-11-16T10:00:00.000Z',
      endedAt: null,
    });
    expect(await store.sessions.get(session.id)).toEqual(session);
    expect(await store.sessions.get('other')).toBeUndefined();
  });

  it('2.3: ends a session once, and a second end changes nothing', async () => {
    const { store, clock } = await open();
    const { id } = await startSession(store);
    clock.advance(60_000);
    const ended = await store.sessions.end(id, 'completed');
    expect(ended).toMatchObject({ status: 'completed', endedAt: '2026-11-16T10:01:00.000Z' });
    clock.advance(60_000);
    expect(await store.sessions.end(id, 'abandoned')).toEqual(ended);
    await expect(store.sessions.end('other', 'completed')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps one open session per project, also when two are started at the same time', async () => {
    const { store } = await open();
    const results = await Promise.allSettled([startSession(store), startSession(store)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    const [open0] = await store.sessions.list({ projectDir: '/projects/shop', status: 'active' });
    expect(results[1]).toMatchObject({ reason: { code: 'CONFLICT', details: { sessionId: open0?.id } } });
    await expect(startSession(store, '/projects/other')).resolves.toMatchObject({ status: 'active' });
  });

  it('lists sessions, the newest first', async () => {
    const { store, clock } = await open();
    const first = await startSession(store);
    await store.sessions.end(first.id, 'abandoned');
    clock.advance(1000);
    const second = await store.sessions.create({
      projectDir: '/projects/shop',
      issueNumber: null,
      issueTitle: 'Learn SQL',
    });
    expect(await store.sessions.list()).toMatchObject([{ id: second.id, issueNumber: null }, { id: first.id }]);
    expect(await store.sessions.list({ limit: 1 })).toEqual([second]);
    expect(await store.sessions.list({ projectDir: '/projects/none' })).toEqual([]);
  });

  it('2.4: stores a plan with its phases, read alone or with the plan', async () => {
    const { store } = await open();
    const plan = await planOf(store);
    expect(plan.phases.map(({ number, title, status, planId }) => [number, title, status, planId])).toEqual([
      [1, 'Read', 'pending', plan.id],
      [2, 'Test', 'pending', plan.id],
      [3, 'Fix', 'pending', plan.id],
    ]);
    expect(await store.plans.get(plan.id)).toEqual(plan);
    expect(await store.plans.current(plan.sessionId)).toEqual(plan);
    expect(await store.phases.list(plan.id)).toEqual(plan.phases);
    expect(await store.phases.get(phaseOf(plan).id)).toEqual(plan.phases[0]);
  });

  it('2.4: deletes the phases with their plan, and all of them with the session', async () => {
    const { store, database } = await open();
    const { id, sessionId, phases } = await planOf(store);
    const first = phaseOf({ phases });
    await store.phaseHints.add(first.id, [{ type: 'file', path: 'src/cart.ts', style: 'important' }]);
    await store.progressEvents.record(first.id, 'hint_used');
    expect(await store.plans.remove(id)).toBe(true);
    expect(await store.phases.list(id)).toEqual([]);
    expect(await store.phaseHints.list(first.id)).toEqual([]);
    expect(await store.progressEvents.list(first.id)).toEqual([]);
    await store.gaps.record({ sessionId, topic: 'a', severity: 'low', evidence: '', relatedConcepts: [] });
    await store.plans.create({ sessionId, rawPlanText: '', phases: [] });
    expect(await store.sessions.remove(sessionId)).toBe(true);
    const left = await database.read((connection) =>
      connection.all('SELECT id FROM plans UNION ALL SELECT id FROM knowledge_gaps'),
    );
    expect(left).toEqual([]);
    expect(await store.sessions.remove(sessionId)).toBe(false);
  });

  it('2.4: stores nothing of a plan when one of its phases cannot be stored', async () => {
    const { store } = await open();
    const { id: sessionId } = await startSession(store);
    const broken = newPhase('Fix', { title: undefined as never });
    await expect(
      store.plans.create({ sessionId, rawPlanText: '# Plan', phases: [newPhase('Read'), broken] }),
    ).rejects.toThrow();
    expect(await store.plans.current(sessionId)).toBeUndefined();
  });

  it('keeps an earlier plan and uses the newest', async () => {
    const { store } = await open();
    const first = await planOf(store);
    const second = await store.plans.create({ sessionId: first.sessionId, rawPlanText: '# Better', phases: [] });
    expect(await store.plans.current(first.sessionId)).toEqual(second);
    expect(await store.plans.get(first.id)).toEqual(first);
  });

  it('sets the times of a phase with its status, each once', async () => {
    const { store, clock } = await open();
    const { id } = phaseOf(await planOf(store));
    const started = await store.phases.setStatus(id, 'active');
    expect(started).toMatchObject({
      previousStatus: 'pending',
      phase: { status: 'active', startedAt: '2026-11-16T10:00:00.000Z', completedAt: null },
    });
    clock.advance(5000);
    expect(await store.phases.setStatus(id, 'active')).toEqual({ ...started, previousStatus: 'active' });
    expect(await store.phases.setStatus(id, 'complete')).toMatchObject({
      phase: { startedAt: '2026-11-16T10:00:00.000Z', completedAt: '2026-11-16T10:00:05.000Z' },
    });
    expect(await store.phases.setStatus(id, 'pending')).toMatchObject({
      phase: { startedAt: null, completedAt: null },
    });
    expect(await store.phases.setStatus(id, 'complete')).toMatchObject({
      phase: { startedAt: '2026-11-16T10:00:05.000Z', completedAt: '2026-11-16T10:00:05.000Z' },
    });
    await expect(store.phases.setStatus('other', 'active')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('adds, changes and removes single phases and keeps their numbers without a hole', async () => {
    const { store } = await open();
    const plan = await planOf(store);
    const added = await store.phases.add(plan.id, newPhase('Document'));
    expect(added.number).toBe(4);
    expect(await store.phases.update(added.id, { title: 'Explain', expectedFiles: [], hintLevel: 'line' })).toEqual({
      ...added,
      title: 'Explain',
      expectedFiles: [],
      hintLevel: 'line',
    });
    expect(await store.phases.remove(phaseOf(plan).id)).toBe(true);
    expect(await store.phases.remove(phaseOf(plan).id)).toBe(false);
    const left = await store.phases.list(plan.id);
    expect(left.map(({ number, title }) => `${number} ${title}`)).toEqual(['1 Test', '2 Fix', '3 Explain']);
  });

  it('2.5: stores file and line hints, and filters them by type', async () => {
    const { store } = await open();
    const { id } = phaseOf(await planOf(store));
    const line = {
      type: 'line',
      path: 'src/cart.ts',
      startLine: 3,
      endLine: 7,
      style: 'focus',
      hoverText: 'Look',
    } as const;
    const file = { type: 'file', path: 'src/cart.ts', style: 'suggested' } as const;
    const hints = await store.phaseHints.add(id, [line, file]);
    expect(hints).toMatchObject([{ ...line, phaseId: id }, file]);
    expect(await store.phaseHints.list(id)).toEqual(hints);
    expect(await store.phaseHints.list(id, 'line')).toEqual([hints[0]]);
    expect(await store.phaseHints.list(id, 'file')).toEqual([hints[1]]);
    expect(await store.phaseHints.clear(id)).toBe(2);
  });

  it('2.5: stores the hints of a plan together with its phases', async () => {
    const { store } = await open();
    const { id: sessionId } = await startSession(store);
    const hints = [{ type: 'file', path: 'a.ts', style: 'critical' }] as const;
    const plan = await store.plans.create({ sessionId, rawPlanText: '', phases: [newPhase('Read', { hints })] });
    expect(await store.phaseHints.list(phaseOf(plan).id)).toMatchObject(hints);
  });

  it('2.10: lists the progress events of a phase in the order of time', async () => {
    const { store, clock } = await open();
    const plan = await planOf(store);
    const { id } = phaseOf(plan);
    await store.progressEvents.record(id, 'hint_used', { level: 'file' });
    await store.progressEvents.record(id, 'hint_escalated', { from: 'file', to: 'line' });
    clock.advance(1000);
    await store.progressEvents.record(id, 'review_requested');
    await store.progressEvents.record(plan.phases[1]?.id ?? '', 'review_passed');
    const events = await store.progressEvents.list(id);
    expect(events.map(({ eventType, data, createdAt }) => [eventType, data, createdAt])).toEqual([
      ['hint_used', { level: 'file' }, '2026-11-16T10:00:00.000Z'],
      ['hint_escalated', { from: 'file', to: 'line' }, '2026-11-16T10:00:00.000Z'],
      ['review_requested', null, '2026-11-16T10:00:01.000Z'],
    ]);
  });
});

async function planOf(store: CoachingStore) {
  const { id: sessionId } = await startSession(store);
  return store.plans.create({
    sessionId,
    rawPlanText: '# Plan',
    phases: ['Read', 'Test', 'Fix'].map((title) => newPhase(title)),
  });
}

function phaseOf({ phases: [first] }: { readonly phases: readonly Phase[] }): Phase {
  if (first === undefined) throw new Error('the plan has no phases');
  return first;
}
