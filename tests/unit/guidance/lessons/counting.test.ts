import { describe, expect, it } from 'vitest';
import { loadHookIndex } from '../../../../src/guidance/hook-index/load-hook-index.js';
import { inactiveReason } from '../../../../src/guidance/item/inactive-reason.js';
import { learnLessons } from '../../../../src/guidance/lessons/learn-lessons.js';
import { createKnowledge } from '../../../../src/guidance/operations/create-knowledge.js';
import type { Turn } from '../../../../src/guidance/transcript/turn.js';
import { NOW, type ProjectFixture, project } from '../fixture.js';

const CORRECTION = 'I told you: no console.log calls in the worker sources.';
const BLOCK =
  '[PROCESS_KNOWLEDGE]\nlabel: Worker logs\nrequirement: No console.log calls in the worker sources\n[/PROCESS_KNOWLEDGE]';
const user = (text: string, uuid?: string): Turn => ({ role: 'user', text, ...(uuid !== undefined && { uuid }) });
const assistant = (text: string): Turn => ({ role: 'assistant', text });
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

function learn(folders: ProjectFixture, sessionId: string, turns: readonly Turn[], now = NOW) {
  return learnLessons({ folders, turns, sessionId, now, redact: (text) => text });
}

describe('a lesson that is heard again', () => {
  it('counts each correction of the user, and never raises the priority of the draft', async () => {
    const folders = project();
    await learn(folders, 's1', [user(CORRECTION), user(`${CORRECTION} Please.`)]);
    await learn(folders, 's2', [user(CORRECTION)]);
    expect(folders.readNodes('default')).toMatchObject([{ seen_count: 3, priority: 'MEDIUM' }]);
  });

  it('does not count when only the agent states it again', async () => {
    const folders = project();
    await learn(folders, 's1', [assistant(BLOCK)]);
    await learn(folders, 's2', [assistant(`Noted once more.\n${BLOCK}`)]);
    expect(folders.readNodes('default')).toMatchObject([{ seen_count: 1, last_seen_in: 's2' }]);
  });

  it('counts when the agent states it again after a correction', async () => {
    const folders = project();
    await learn(folders, 's1', [assistant(BLOCK)]);
    await learn(folders, 's2', [user(CORRECTION), assistant(`Sorry.\n${BLOCK}`)]);
    expect(folders.readNodes('default')).toMatchObject([{ label: 'Worker logs', seen_count: 2 }]);
  });

  it('is a separate lesson with the opposite negation', async () => {
    const folders = project();
    await learn(folders, 's1', [user('We always run the whole suite before a push to main, you forgot it.')]);
    await learn(folders, 's2', [user('We never run the whole suite before a push to main, you forgot it.')]);
    expect(folders.readNodes('default')).toHaveLength(2);
  });

  it('counts once for a message that a forked session has in its transcript, too', async () => {
    const folders = project();
    const turn = user(CORRECTION, '6f3a');
    for (const session of ['s1', 'fork-1', 'fork-2']) await learn(folders, session, [turn]);
    expect(folders.readNodes('default')).toMatchObject([{ seen_count: 1 }]);
    await learn(folders, 'fork-2', [user(CORRECTION, '77b1')]);
    expect(folders.readNodes('default')).toMatchObject([{ seen_count: 2 }]);
  });

  it('counts once when several processes read the same turn at the same moment', async () => {
    const folders = project();
    await learn(folders, 's1', [user(CORRECTION)]);
    await Promise.all([1, 2, 3, 4].map(() => learn(folders, 's2', [user(CORRECTION, 'same')])));
    expect(folders.readNodes('default')).toMatchObject([{ seen_count: 2 }]);
  });
});

describe('a draft whose time ran out', () => {
  const silence = (folders: ProjectFixture, now: Date) =>
    loadHookIndex(folders).items.map((item) => inactiveReason(item, { now, draftDays: 30 }));

  it('is brought back by the same correction', async () => {
    const folders = project();
    await learn(folders, 's1', [user(CORRECTION)]);
    expect(silence(folders, later(40))).toEqual(['the draft was not reviewed within 30 days']);
    await learn(folders, 's2', [user(CORRECTION)], later(40));
    expect(silence(folders, later(40))).toEqual([undefined]);
    expect(folders.readNodes('default')).toMatchObject([{ seen_count: 2, status: 'draft' }]);
  });

  it('is brought back though it was cleaned up, but not if a person archived it', async () => {
    for (const [isCleanedUp, status] of [
      [true, 'draft'],
      [false, 'archived'],
    ] as const) {
      const folders = project();
      await learn(folders, 's1', [user(CORRECTION)]);
      const knowledge = createKnowledge({ folders, redact: (text) => text, now: () => later(40) });
      const [first] = knowledge.list().items;
      if (isCleanedUp) await knowledge.cleanup();
      else await knowledge.archive(first?.item.id ?? '');
      expect(folders.readNodes('default')).toMatchObject([{ status: 'archived' }]);
      await learn(folders, 's2', [user(CORRECTION)], later(41));
      expect(folders.readNodes('default')).toMatchObject([{ status, seen_count: 2 }]);
    }
  });
});

it('an item that held until a day that has passed does not swallow what is said now', async () => {
  const folders = project();
  await learn(folders, 's1', [user(CORRECTION)]);
  const [node] = folders.readNodes('default');
  folders.writeGraph([{ ...node, status: 'active', valid_until: '2026-11-25' }], 'default');
  await learn(folders, 's2', [user(CORRECTION)], later(40));
  expect(folders.readNodes('default')).toMatchObject([{ status: 'active' }, { status: 'draft' }]);
});
