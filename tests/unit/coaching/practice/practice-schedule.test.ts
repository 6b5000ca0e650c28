import { describe, expect, it } from 'vitest';
import { dueAfter } from '../../../../src/coaching/practice/review-solution.js';
import { helpFixture, REVIEWED } from '../../../support/help-fixture.js';

const DAY_MS = 86_400_000;
const MONDAY = '2026-11-16T10:00:00.000Z';

const reviewed = (level: number, passed = true, reviewedAt = MONDAY) => ({ level, passed, reviewedAt });
const daysUntil = (due: string | null, at: string) => (Date.parse(due ?? '') - Date.parse(at)) / DAY_MS;

describe('the schedule of practice', () => {
  it('brings a kata back the next day if it was not passed, and later the better the solution was', () => {
    const attempts = [reviewed(9, false), reviewed(3), reviewed(4), reviewed(7), reviewed(8)];
    const days = attempts.map((attempt) => daysUntil(dueAfter([attempt]), MONDAY));
    const [failed, hard, good, alsoGood, easy] = days as [number, number, number, number, number];
    expect(failed).toBe(1);
    expect(failed < hard && hard < good && good === alsoGood && good < easy).toBe(true);
  });

  it('waits longer after every pass, and starts again after a failure', () => {
    const attempts = [];
    const waits = [];
    let at = MONDAY;
    for (const passed of [true, true, true, false]) {
      attempts.push(reviewed(6, passed, at));
      const due = dueAfter(attempts) ?? '';
      waits.push(daysUntil(due, at));
      at = due;
    }
    const [first, second, third, last] = waits as [number, number, number, number];
    expect(first < second && second < third).toBe(true);
    expect(last).toBeLessThan(third);
  });

  it('is not put off by solving the same kata many times in an hour', () => {
    const once = daysUntil(dueAfter([reviewed(6)]), MONDAY);
    const often = Array.from({ length: 20 }, () => reviewed(6));
    expect(daysUntil(dueAfter(often), MONDAY)).toBeLessThanOrEqual(once + 1);
  });

  it('is that of the times of reviews, in whichever order they were stored', () => {
    const [first, second] = [reviewed(6), reviewed(6, false, '2026-11-20T10:00:00.000Z')];
    expect(dueAfter([second, first])).toBe(dueAfter([first, second]));
  });

  it('has no date for a kata without a review', () => {
    expect(dueAfter([])).toBeNull();
    expect(dueAfter([{}])).toBeNull();
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
      attempts: [
        {
          reviewedAt: clock.now().toISOString(),
          code: 'count()',
          review: 'It works.',
          level: 4,
          passed: false,
          constraints: ['Constraint 1'],
        },
      ],
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
