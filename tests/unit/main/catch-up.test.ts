import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/kernel/logger.js';
import type { Learning } from '../../../src/learning/index.js';
import { createCatchUp } from '../../../src/main/catch-up.js';
import type { Program } from '../../../src/main/compose.js';

/** Learning to which entries are pending, one after the other. */
function pendingPlace(count: number) {
  const stored: number[] = [];
  const learning = {
    storeId: 'store',
    findSimilarHypotheses: async () => undefined,
    persistPending: async (beforeEach?: () => Promise<void>) => {
      for (let entry = 0; entry < count; entry++) {
        await beforeEach?.();
        stored.push(entry);
      }
      return { persisted: count, remaining: 0, failure: undefined };
    },
  } as unknown as Learning;
  const place = { journal: {}, learning: { exists: () => true, open: async () => learning } } as unknown as Program;
  return { stored, place };
}

it('stores nothing in the background while a call is answered, and goes on afterwards', async () => {
  const catchUp = createCatchUp(silentLogger);
  const { stored, place } = pendingPlace(3);
  let answer: (() => void) | undefined;
  const call = catchUp.whileCalled(() => new Promise<void>((resolve) => (answer = resolve)));
  const done = catchUp.begin(place);
  await new Promise(setImmediate);
  expect(stored).toEqual([]);
  answer?.();
  await call;
  await done;
  expect(stored).toEqual([0, 1, 2]);
});

it('looks for what waits only after a failure, or when the file is another one', async () => {
  const catchUp = createCatchUp(silentLogger);
  const { stored, place } = pendingPlace(1);
  await catchUp.begin(place);
  catchUp.after(true, place);
  await new Promise(setImmediate);
  expect(stored).toHaveLength(1);
  catchUp.after(false, place);
  catchUp.after(true, place);
  await expect.poll(() => stored.length).toBe(2);
});
