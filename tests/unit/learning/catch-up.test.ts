import { expect, it } from 'vitest';
import type { ResolvedEntry } from '../../../src/journal/index.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { createCatchUp } from '../../../src/learning/catch-up.js';
import type { Learning, SavePendingOptions } from '../../../src/learning/index.js';
import { resolvedEntry } from '../../support/learning-fixture.js';

/** Learning over a list of pending entries. Saving fails so many times, or until it may do without vectors. */
function fakeParts({ pending, failures = 0 }: { pending: ResolvedEntry[]; failures?: number }) {
  const saved: string[] = [];
  const passes: (boolean | undefined)[] = [];
  let left = failures;
  const save = async (entry: ResolvedEntry, { needsVectors = true }: SavePendingOptions = {}) => {
    if (needsVectors && left-- > 0) throw new Error('connection refused');
    saved.push(entry.id);
  };
  const learning = {
    storeId: 'store',
    findSimilarHypotheses: async () => ({}),
    listValues: async () => ({ values: [], isBeingChecked: false }),
    save,
    savePending: async (options: SavePendingOptions = {}) => {
      passes.push(options.needsVectors);
      for (const entry of [...pending]) {
        await options.beforeEach?.();
        try {
          await save(entry, options);
          pending.shift();
        } catch {
          break;
        }
      }
      return { saved: saved.length, remaining: pending.length, problem: undefined };
    },
  } as unknown as Learning;
  const parts = {
    journal: { unsavedEntries: async () => pending },
    learning: { exists: async () => true, open: async () => learning },
    logger: silentLogger,
  } as Parameters<typeof createCatchUp>[0];
  return { saved, passes, parts, learning };
}

it('saves nothing in the background while a call is answered, and continues afterwards', async () => {
  const { saved, parts, learning } = fakeParts({ pending: ['a', 'b', 'c'].map((id) => resolvedEntry({ id })) });
  const catchUp = createCatchUp(parts);
  let answer: (() => void) | undefined;
  const asked = new Promise<undefined>((resolve) => {
    answer = () => resolve(undefined);
  });
  Object.assign(learning, { hitRate: () => asked, findNearestValue: async () => undefined });
  const call = catchUp.findAdvice({ domain: 'debugging', strategy: 'research-first', goal: 'g', hypothesis: 'h' });
  const done = catchUp.begin();
  await new Promise(setImmediate);
  expect(saved).toEqual([]);
  answer?.();
  await call;
  await done;
  expect(saved).toEqual(['a', 'b', 'c']);
});

it('tries again in the background after 1, 2 and 4 seconds, and then saves the text without vectors', async () => {
  const waits: number[] = [];
  const entry = resolvedEntry();
  const { saved, passes, parts } = fakeParts({ pending: [entry], failures: 99 });
  const catchUp = createCatchUp({ ...parts, wait: async (ms) => void waits.push(ms) });
  expect(await catchUp.save(entry)).toEqual({ ok: false, error: 'connection refused' });
  await expect.poll(() => saved).toEqual([entry.id]);
  expect(waits).toEqual([1_000, 2_000, 4_000]);
  expect(passes).toEqual([undefined, undefined, undefined, false]);
});

it('ends the attempts as soon as everything is saved', async () => {
  const waits: number[] = [];
  const entry = resolvedEntry();
  const { saved, parts } = fakeParts({ pending: [entry], failures: 2 });
  const catchUp = createCatchUp({ ...parts, wait: async (ms) => void waits.push(ms) });
  await catchUp.save(entry);
  await expect.poll(() => saved).toEqual([entry.id]);
  await new Promise(setImmediate);
  expect(waits).toEqual([1_000, 2_000]);
});

it('looks for pending entries after a success only if some failed or the file is another one', async () => {
  const { passes, parts } = fakeParts({ pending: [] });
  const catchUp = createCatchUp(parts);
  await catchUp.begin();
  await catchUp.save(resolvedEntry());
  await new Promise(setImmediate);
  expect(passes).toHaveLength(1);
});
