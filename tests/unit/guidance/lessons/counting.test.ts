import { describe, expect, it } from 'vitest';
import { loadHookIndex } from '../../../../src/guidance/hook-index/load-hook-index.js';
import { inactiveReason } from '../../../../src/guidance/item/inactive-reason.js';
import { learnLessons } from '../../../../src/guidance/lessons/learn-lessons.js';
import type { Turn } from '../../../../src/guidance/lessons/turn.js';
import { createKnowledge } from '../../../../src/guidance/operations/create-knowledge.js';
import { NOW, type ProjectFixture, project } from '../fixture.js';

const CORRECTION = 'You left console.log calls in the worker sources.';
const STATED = 'Lesson learned: no console.log calls may be left in the worker sources.';
const user = (text: string, uuid?: string): Turn => ({ role: 'user', text, ...(uuid !== undefined && { uuid }) });
const assistant = (text: string): Turn => ({ role: 'assistant', text });
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

function learn(place: ProjectFixture, sessionId: string, turns: readonly Turn[], now = NOW) {
  return learnLessons({ place, turns, sessionId, now, redact: (text) => text });
}

describe('a lesson that is heard again', () => {
  it('does not count when the agent only acknowledges it, however often', async () => {
    const place = project();
    await learn(place, 's1', [user(CORRECTION), assistant(STATED)]);
    for (const session of ['s2', 's3', 's4']) await learn(place, session, [assistant(`${STATED} (${session})`)]);
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 1, priority: 'MEDIUM', stated_count: 4 }]);
  });

  it('counts once in a session, however often the user says it there', async () => {
    const place = project();
    await learn(place, 's1', [user(CORRECTION)]);
    await learn(place, 's2', [user(CORRECTION), user(`${CORRECTION} Take them out.`)]);
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 2, priority: 'MEDIUM' }]);
  });

  it('makes a draft CRITICAL when it is the third correction of one session, and still counts once', async () => {
    const place = project();
    await learn(place, 's1', [user(CORRECTION)]);
    await learn(place, 's1', [user(`${CORRECTION} Take them out.`)]);
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 1, priority: 'MEDIUM' }]);
    await learn(place, 's1', [user(`Hey. ${CORRECTION}`)]);
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 1, priority: 'CRITICAL' }]);
  });

  it('leaves the priority that a reviewer gave, also at the third correction of a session', async () => {
    const place = project();
    await learn(place, 's1', [user(CORRECTION)]);
    const [node] = place.readNodes('default');
    place.writeGraph([{ ...node, status: 'active' }], 'default');
    for (const end of ['', ' Take them out.', ' Now.']) await learn(place, 's2', [user(CORRECTION + end)]);
    expect(place.readNodes('default')).toMatchObject([{ priority: 'MEDIUM' }]);
  });

  it('counts once for a message that a forked session has in its transcript, too', async () => {
    const place = project();
    const turn = user(CORRECTION, '6f3a');
    for (const session of ['s1', 'fork-1', 'fork-2']) await learn(place, session, [turn]);
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 1 }]);
    await learn(place, 'fork-2', [user(CORRECTION, '77b1')]);
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 2 }]);
  });

  it('counts once when several processes read the same turn at the same moment', async () => {
    const place = project();
    await learn(place, 's1', [user(CORRECTION)]);
    await Promise.all([1, 2, 3, 4].map(() => learn(place, 's2', [user(CORRECTION, 'same')])));
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 2 }]);
  });

  it('needs three corrections to become CRITICAL: what the agent had stated first is none', async () => {
    const place = project();
    await learn(place, 's0', [assistant(STATED)]);
    await learn(place, 's1', [user(CORRECTION)]);
    await learn(place, 's2', [user(CORRECTION)]);
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 3, priority: 'MEDIUM' }]);
    await learn(place, 's3', [user(CORRECTION)]);
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 4, priority: 'CRITICAL' }]);
  });
});

describe('a draft whose time ran out', () => {
  const silence = (place: ProjectFixture, now: Date) =>
    loadHookIndex(place).items.map((item) => inactiveReason(item, { now, draftDays: 30 }));

  it('is brought back by the same correction', async () => {
    const place = project();
    await learn(place, 's1', [user(CORRECTION)]);
    expect(silence(place, later(40))).toEqual(['the draft was not reviewed within 30 days']);
    await learn(place, 's2', [user(CORRECTION)], later(40));
    expect(silence(place, later(40))).toEqual([undefined]);
    expect(place.readNodes('default')).toMatchObject([{ seen_count: 2, status: 'draft' }]);
  });

  it('is brought back though it was cleaned up, but not if a person archived it', async () => {
    for (const [isCleanedUp, status] of [
      [true, 'draft'],
      [false, 'archived'],
    ] as const) {
      const place = project();
      await learn(place, 's1', [user(CORRECTION)]);
      const knowledge = createKnowledge({ place, redact: (text) => text, now: () => later(40) });
      const [first] = knowledge.list().items;
      if (isCleanedUp) await knowledge.cleanup();
      else await knowledge.archive(first?.item.id ?? '');
      expect(place.readNodes('default')).toMatchObject([{ status: 'archived' }]);
      await learn(place, 's2', [user(CORRECTION)], later(41));
      expect(place.readNodes('default')).toMatchObject([{ status, seen_count: 2 }]);
    }
  });
});

it('an item that held until a day that has passed does not swallow what is said now', async () => {
  const place = project();
  await learn(place, 's1', [user(CORRECTION)]);
  const [node] = place.readNodes('default');
  place.writeGraph([{ ...node, status: 'active', valid_until: '2026-11-25' }], 'default');
  await learn(place, 's2', [user(CORRECTION)], later(40));
  expect(place.readNodes('default')).toMatchObject([{ status: 'active' }, { status: 'draft' }]);
});
