import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sessionToWrapUp, WRAP_UP_CALLS } from '../../../support/wrapped-up-session.js';

const COUNTS = { knowledgeGaps: 2, kataSpecs: 1, dreyfusUpdates: 1, memoriesStored: 2 };

describe('a wrap-up that another run of the coach left', () => {
  it.each(WRAP_UP_CALLS)(
    'continues after %s was stopped, and asks nothing twice that was answered',
    async (callType) => {
      const coach = await sessionToWrapUp();
      const { sessions, sessionId, server, toldTypes, waiting, anotherRun } = coach;
      server.fail(callType, 'hang', 1);
      const asked = new Promise<void>((resolve) => {
        server.onCall = (call) => {
          if (call.callType === callType) resolve();
        };
      });
      await sessions.end();
      await asked;
      // The other calls have been answered by then.
      const others = { knowledge_gap_extraction: 1, dreyfus_assessment: 2, memory_summarisation: 2 }[callType];
      const done = async () => Object.keys(JSON.parse((await waiting())[0]?.results ?? '{}')).length;
      await expect.poll(done).toBe(others);
      await sessions.close();
      expect(toldTypes()).not.toContain('session:completed');
      expect(await waiting()).toHaveLength(1);
      const next = await anotherRun();
      await next.sessions.continueWrapUps();
      expect(await next.sessions.wrappedUp(sessionId)).toMatchObject(COUNTS);
      expect(next.toldTypes()).toEqual(['session:completed']);
      expect(await waiting()).toEqual([]);
      const answered = server.calls.filter((call) => call.wasAnswered());
      expect(answered.map((call) => call.callType).sort()).toEqual([...WRAP_UP_CALLS].sort());
      await expectNothingTwice(coach);
    },
  );

  it('stores nothing twice if the run ended after storing and before noting it', async () => {
    const coach = await sessionToWrapUp();
    const { sessions, sessionId, workbench, server, anotherRun } = coach;
    await sql`CREATE TRIGGER keep_results BEFORE UPDATE OF results ON wrap_ups BEGIN SELECT RAISE(ABORT, 'killed'); END`.execute(
      workbench.queries,
    );
    await sessions.end();
    await sessions.wrappedUp(sessionId);
    await sql`DROP TRIGGER keep_results`.execute(workbench.queries);
    const next = await anotherRun();
    await next.sessions.continueWrapUps();
    expect(await next.sessions.wrappedUp(sessionId)).toMatchObject(COUNTS);
    expect(server.calls.length).toBeLessThanOrEqual(WRAP_UP_CALLS.length);
    await expectNothingTwice(coach);
  });

  it('ends a session whose end was asked for and not stored', async () => {
    const { sessionId, wrapUps, store, actions, anotherRun } = await sessionToWrapUp();
    await wrapUps.request(sessionId, 'We read the cart.');
    const next = await anotherRun();
    await next.sessions.continueWrapUps();
    expect(await next.sessions.wrappedUp(sessionId)).toMatchObject({ sessionStatus: 'completed', ...COUNTS });
    expect((await store.sessions.get(sessionId))?.status).toBe('completed');
    expect((await actions(sessionId)).filter((type) => type === 'session_ended')).toHaveLength(1);
  });

  it('is forgotten if the session is gone or was abandoned', async () => {
    const { sessionId, wrapUps, store, server, waiting, anotherRun } = await sessionToWrapUp();
    await wrapUps.request(sessionId, undefined);
    await store.sessions.end(sessionId, 'abandoned');
    const next = await anotherRun();
    await next.sessions.continueWrapUps();
    expect((await store.sessions.get(sessionId))?.status).toBe('abandoned');
    await wrapUps.request('gone', undefined);
    await next.sessions.continueWrapUps();
    expect([await waiting(), server.calls]).toEqual([[], []]);
  });

  it('waits while the person has resumed the session', async () => {
    const { sessionId, wrapUps, server, waiting, anotherRun } = await sessionToWrapUp();
    await wrapUps.request(sessionId, undefined);
    const next = await anotherRun();
    await next.sessions.resume(sessionId);
    await next.sessions.continueWrapUps();
    expect([(await waiting()).length, server.calls]).toEqual([1, []]);
    expect(next.sessions.currentId()).toBe(sessionId);
  });
});

async function expectNothingTwice({ store, memory }: Pick<Coach, 'store' | 'memory'>): Promise<void> {
  expect((await store.gaps.list()).map(({ frequency }) => frequency)).toEqual([1, 1]);
  expect(await store.katas.list()).toHaveLength(1);
  expect((await store.assessments.list()).map(({ history }) => history.length)).toEqual([1]);
  expect(await memory.exportMemories()).toHaveLength(2);
}

type Coach = Awaited<ReturnType<typeof sessionToWrapUp>>;
