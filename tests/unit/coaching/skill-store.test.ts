import { describe, expect, it } from 'vitest';
import type { CoachingStore, Gap, NewGap, NewKata } from '../../../src/coaching/index.js';
import { coachingIn, newPhase, startSession } from '../../support/coaching-fixture.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

describe.each(sqliteDrivers)('skills, gaps and katas over $name', (driver) => {
  const open = () => coachingIn({ driver });

  it('2.6, EC-09: replaces the assessment of a skill under the same id and keeps the last 20 evidences', async () => {
    const { store, clock } = await open();
    const skill = { skillArea: 'React state management', confidence: 0.4 } as const;
    const first = await store.assessments.save({ ...skill, stage: 'novice', evidence: 'try 0' });
    expect(first).toMatchObject({ stage: 'novice', confidence: 0.4, assessedAt: '2026-11-16T10:00:00.000Z' });
    for (let number = 1; number <= 22; number++) {
      clock.advance(1000);
      await store.assessments.save({ ...skill, stage: 'competent', confidence: 0.5, evidence: `try ${number}` });
    }
    const all = await store.assessments.list();
    expect(all).toMatchObject([{ id: first.id, stage: 'competent', confidence: 0.5 }]);
    expect(all[0]?.history.map(({ evidence }) => evidence)).toEqual(
      Array.from({ length: 20 }, (_, index) => `try ${22 - index}`),
    );
    expect(await store.assessments.get(skill.skillArea)).toEqual(all[0]);
    expect(await store.assessments.remove(skill.skillArea)).toBe(true);
    expect(await store.assessments.get(skill.skillArea)).toBeUndefined();
  });

  it('2.7: stores knowledge gaps and filters them by session, severity and whether they are closed', async () => {
    const { store } = await open();
    const shop = await startSession(store);
    const other = await startSession(store, '/projects/other');
    const closures = await gapOf(store, { sessionId: shop.id, topic: 'closures', relatedConcepts: ['scope', 'this'] });
    const promises = await gapOf(store, { sessionId: other.id, topic: 'promises', severity: 'high' });
    expect(closures).toMatchObject({ relatedConcepts: ['scope', 'this'], frequency: 1, addressed: false });
    expect(await store.gaps.get(closures.id)).toEqual(closures);
    expect(await store.gaps.list()).toEqual([promises, closures]);
    expect(await store.gaps.list({ sessionId: shop.id })).toEqual([closures]);
    expect(await store.gaps.list({ severity: 'high' })).toEqual([promises]);
    const closed = await store.gaps.setAddressed(closures.id, true);
    expect(closed).toEqual({ ...closures, addressed: true });
    expect(await store.gaps.list({ addressed: true })).toEqual([closed]);
    expect(await store.gaps.list({ addressed: false })).toEqual([promises]);
    await expect(store.gaps.setAddressed('other', true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('2.7: counts a topic that is met again, opens it again and takes what was found now', async () => {
    const { store, clock } = await open();
    const shop = await startSession(store);
    const later = await startSession(store, '/projects/other');
    const first = await gapOf(store, { sessionId: shop.id, topic: 'Async  iteration', relatedConcepts: ['loops'] });
    await store.gaps.setAddressed(first.id, true);
    clock.advance(1000);
    const again: NewGap = {
      sessionId: later.id,
      topic: ' async iteration',
      severity: 'high',
      evidence: 'forgot await twice',
      relatedConcepts: ['loops', 'generators'],
    };
    expect(await store.gaps.record(again)).toEqual({
      isNew: false,
      gap: {
        ...again,
        id: first.id,
        topic: 'Async  iteration',
        relatedConcepts: ['loops', 'generators'],
        frequency: 2,
        lastEncounteredAt: '2026-11-16T10:00:01.000Z',
        addressed: false,
      },
    });
  });

  it('stores the findings of a session once: gaps, katas for them and for known gaps, and no other katas', async () => {
    const { store, clock } = await open();
    const shop = await startSession(store);
    const known = await gapOf(store, { sessionId: shop.id, topic: 'promises' });
    const { id: sessionId } = await startSession(store, '/projects/other');
    const { knowledgeGapId: _, ...kata } = kataFor(known);
    const gap = { severity: 'high', evidence: 'asked twice', relatedConcepts: [] } as const;
    const findings = {
      sessionId,
      gaps: [
        { ...gap, topic: 'Closures' },
        { ...gap, topic: 'closures ' },
        { ...gap, topic: 'promises' },
      ],
      katas: [
        { ...kata, topic: 'CLOSURES' },
        { ...kata, topic: 'closures', title: ' counter' },
        { ...kata, topic: 'promises' },
        { ...kata, topic: 'monads' },
      ],
    };
    const stored = await store.findings.record(findings);
    expect(stored.gaps).toMatchObject([
      { topic: 'Closures', frequency: 1 },
      { id: known.id, frequency: 2, sessionId },
    ]);
    expect(stored.katas).toMatchObject([
      { topic: 'Closures', title: 'Counter' },
      { topic: 'promises', knowledgeGapId: known.id },
    ]);
    await store.gaps.setAddressed(known.id, true);
    clock.advance(1000);
    const again = await store.findings.record(findings);
    expect(again.katas).toEqual(stored.katas);
    expect(again.gaps).toEqual([stored.gaps[0], { ...stored.gaps[1], addressed: true }]);
    expect(await store.katas.list()).toHaveLength(2);
  });

  it('stores no gap of a session if one of its katas cannot be stored', async () => {
    const { store, database } = await open();
    const { id: sessionId } = await startSession(store);
    const { knowledgeGapId: _, ...kata } = kataFor(await gapOf(store, { sessionId, topic: 'scope' }));
    const gap = { topic: 'closures', severity: 'low', evidence: '', relatedConcepts: [] } as const;
    const broken = { ...kata, topic: 'closures', title: null as unknown as string };
    const findings = { sessionId, gaps: [gap], katas: [broken] };
    await expect(store.findings.record(findings)).rejects.toThrow();
    expect(await database.queries.selectFrom('knowledge_gaps').select('topic').execute()).toEqual([{ topic: 'scope' }]);
  });

  it('assesses a skill once per session, whatever the spelling, and all skills or none', async () => {
    const { store } = await open();
    const skill = {
      skillArea: 'Async code',
      stage: 'novice',
      confidence: 0.4,
      evidence: 'one',
      sessionId: 's1',
    } as const;
    await store.assessments.saveAll([skill, { ...skill, skillArea: 'Tests' }]);
    const second = { ...skill, skillArea: 'async  CODE', stage: 'competent', sessionId: 's2' } as const;
    const [first] = await store.assessments.saveAll([second]);
    expect(await store.assessments.saveAll([second, { ...second, evidence: 'again' }])).toEqual([first, first]);
    expect(first).toMatchObject({ skillArea: 'Async code', stage: 'competent' });
    expect(first?.history.map(({ sessionId }) => sessionId)).toEqual(['s2', 's1']);
    const broken = { ...second, skillArea: 'Types', confidence: null as unknown as number };
    await expect(store.assessments.saveAll([{ ...second, sessionId: 's3' }, broken])).rejects.toThrow();
    expect(await store.assessments.get('Async code')).toEqual(first);
  });

  it('SC-007: reads a whole session back after the file was opened again', async () => {
    const first = await open();
    const { store } = first;
    const session = await startSession(store);
    const hints = [{ type: 'line', path: 'src/cart.ts', startLine: 1, endLine: 2, style: 'hint' }] as const;
    const phases = [newPhase('Read', { hints }), newPhase('Fix')];
    const plan = await store.plans.create({ sessionId: session.id, rawPlanText: '# Plan', phases });
    const phaseId = plan.phases[0]?.id ?? '';
    const event = await store.progressEvents.record(phaseId, 'review_passed', { level: 3 });
    const gap = await gapOf(store, { sessionId: session.id });
    const kata = await store.katas.create(kataFor(gap));
    await first.close();

    const { store: again } = await coachingIn({ driver, folder: first.folder });
    expect(await again.sessions.get(session.id)).toEqual(session);
    expect(await again.plans.current(session.id)).toEqual(plan);
    expect(await again.phaseHints.list(phaseId)).toMatchObject(hints);
    expect(await again.progressEvents.list(phaseId)).toEqual([event]);
    expect(await again.gaps.list()).toEqual([gap]);
    expect(await again.katas.list()).toEqual([kata]);
  });

  it('2.8: stores a kata without attempts', async () => {
    const { store } = await open();
    const kata = kataFor(await gapOf(store));
    const stored = await store.katas.create(kata);
    expect(stored).toEqual({ ...kata, id: expect.any(String), userAttempts: [] });
    expect(await store.katas.get(stored.id)).toEqual(stored);
    expect(await store.katas.list({ knowledgeGapId: kata.knowledgeGapId })).toEqual([stored]);
    expect(await store.katas.list({ knowledgeGapId: 'other' })).toEqual([]);
    await expect(store.katas.create({ ...kata, knowledgeGapId: 'other' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('2.9: appends attempts to the earlier ones, also when they arrive at the same time', async () => {
    const { store, folder } = await open();
    const { id, constraints } = await store.katas.create(kataFor(await gapOf(store)));
    const first = { code: 'a', review: 'Good', level: 3, passed: true, constraints: [...constraints] };
    await store.katas.addAttempt(id, first);
    const { store: other } = await coachingIn({ driver, folder });
    await Promise.all(
      ['b', 'c', 'd', 'e'].map((code, index) => (index % 2 ? store : other).katas.addAttempt(id, { code })),
    );
    const attempts = (await store.katas.get(id))?.userAttempts ?? [];
    expect(attempts[0]).toEqual(first);
    expect(attempts.map(({ code }) => code).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    await expect(store.katas.addAttempt('other', { code: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

async function gapOf(store: CoachingStore, changes: Partial<NewGap> = {}): Promise<Gap> {
  const sessionId = changes.sessionId ?? (await startSession(store)).id;
  const gap = { topic: 'closures', severity: 'medium', evidence: 'asked twice', relatedConcepts: [] } as const;
  return (await store.gaps.record({ ...gap, ...changes, sessionId })).gap;
}

function kataFor({ id }: Gap): NewKata {
  return {
    knowledgeGapId: id,
    title: 'Counter',
    description: 'Write a counter',
    scaffoldingCode: 'export function counter() {}',
    instructorNotes: 'Expect a closure',
    constraints: [{ title: 'No class', description: 'Use a function', minLevel: 4 }],
  };
}
