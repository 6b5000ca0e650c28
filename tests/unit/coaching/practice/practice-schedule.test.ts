import { describe, expect, it } from 'vitest';
import { createPracticeSchedule } from '../../../../src/coaching/practice/practice-schedule.js';
import { openWorkbench } from '../../../../src/coaching/workspace/workbench.js';
import { helpFixture, REVIEWED } from '../../../support/help-fixture.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const DAY_MS = 86_400_000;
const MONDAY = new Date('2026-11-16T10:00:00.000Z');

async function open() {
  const workbench = await openWorkbench({ folder: scratchFolder('schedule') });
  return { workbench, schedule: createPracticeSchedule(workbench) };
}

const daysUntil = (due: string, at: Date) => (Date.parse(due) - at.getTime()) / DAY_MS;

describe('the schedule of practice', () => {
  it('brings a kata back the next day if it was not passed, and later the better the solution was', async () => {
    const { workbench, schedule } = await open();
    const days = [];
    for (const [kataId, level, passed] of [
      ['failed', 9, false],
      ['hard', 3, true],
      ['good', 4, true],
      ['also good', 7, true],
      ['easy', 8, true],
    ] as const)
      days.push(daysUntil(await schedule.record(kataId, { level, passed, at: MONDAY }), MONDAY));
    const [failed, hard, good, alsoGood, easy] = days as [number, number, number, number, number];
    expect(failed).toBe(1);
    expect(failed < hard && hard < good && good === alsoGood && good < easy).toBe(true);
    await workbench.close();
  });

  it('waits longer after every pass, and starts again after a failure', async () => {
    const { workbench, schedule } = await open();
    let at = MONDAY;
    const waits = [];
    for (const passed of [true, true, true, false]) {
      const due = await schedule.record('kata', { level: 6, passed, at });
      waits.push(daysUntil(due, at));
      at = new Date(due);
    }
    const [first, second, third, last] = waits as [number, number, number, number];
    expect(first < second && second < third).toBe(true);
    expect(last).toBeLessThan(third);
    await workbench.close();
  });

  it('is not put off by solving the same kata many times in an hour', async () => {
    const { workbench, schedule } = await open();
    const once = daysUntil(await schedule.record('once', { level: 6, passed: true, at: MONDAY }), MONDAY);
    let due = '';
    for (let attempt = 0; attempt < 20; attempt++)
      due = await schedule.record('often', { level: 6, passed: true, at: MONDAY });
    expect(daysUntil(due, MONDAY)).toBeLessThanOrEqual(once + 1);
    await workbench.close();
  });

  it('is the same for the next start of the coach', async () => {
    const folder = scratchFolder('schedule');
    const first = await openWorkbench({ folder });
    const due = await createPracticeSchedule(first).record('kata', { level: 6, passed: true, at: MONDAY });
    await first.close();
    const second = await openWorkbench({ folder });
    expect([...(await createPracticeSchedule(second).dueDates())]).toEqual([['kata', due]]);
    await second.close();
  });
});

describe('a kata on the page', () => {
  it('has its text, attempts, locked constraints and the day on which it is due, and not the notes for the reviewer', async () => {
    const { practice, plantKata, review, server, clock } = await helpFixture();
    const kata = await plantKata();
    const before = await practice.load(kata.id);
    expect(before.kata).toEqual({
      ...{ id: kata.id, title: 'Count the words', topic: 'closures' },
      ...{ description: 'Count how often each word occurs.', scaffoldingCode: 'function count(text) {}' },
      ...{ attempts: [], bestLevel: null, dueAt: null },
    });
    expect(before.constraints.map(({ isUnlocked }) => isUnlocked)).toEqual([false, false, false, false]);
    server.answer('practice_review', { ...REVIEWED, level: 4, passed: false });
    await review(kata.id, 'count()', ['Constraint 1']);
    const { kata: practiced, constraints } = await practice.load(kata.id);
    expect(practiced).toMatchObject({
      attempts: [{ code: 'count()', review: 'It works.', level: 4, passed: false, constraints: ['Constraint 1'] }],
      bestLevel: 4,
      dueAt: new Date(clock.now().getTime() + DAY_MS).toISOString(),
    });
    expect(constraints.map(({ isUnlocked }) => isUnlocked)).toEqual([true, true, false, false]);
    expect(JSON.stringify(await practice.load(kata.id))).not.toContain('Look for a map');
  });

  it('that does not exist is NOT_FOUND', async () => {
    const { practice } = await helpFixture();
    await expect(practice.load('no-such-kata')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
