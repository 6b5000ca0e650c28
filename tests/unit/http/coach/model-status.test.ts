import { expect, it } from 'vitest';
import { systemClock } from '../../../../src/kernel/clock.js';
import { openPage, recordedPage, serveCoach } from '../../../support/coach-fixture.js';

it('looks for a model again when a page connects, at most every 30 seconds, until there is one', async () => {
  let now = Date.parse('2026-11-18T10:00:00Z');
  let looked = 0;
  let model: string | null = null;
  const recorded = recordedPage({
    clock: { ...systemClock, now: () => new Date(now) },
    findModel: async () => {
      looked += 1;
      return model;
    },
  });
  const coach = await serveCoach({}, recorded);
  await openPage(coach);
  expect(looked).toBe(1);
  model = 'sonnet (claude)';
  now += 30_000;
  const page = await openPage(coach);
  expect((await page.next('coach:status')).payload).toMatchObject({ model });
  expect(looked).toBe(2);
  now += 30_000;
  await openPage(coach);
  expect(looked).toBe(2);
});
