import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CallApi } from '../../../../src/coaching/api/call-api.js';
import { observerFixture, WRONG_FILE } from '../../../support/observer-fixture.js';
import { seedOr } from '../../../support/seed.js';

const MINUTE = 60_000;

type Step =
  | { readonly kind: 'open' | 'save' | 'answer' | 'test' }
  | { readonly kind: 'type'; readonly times: number }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'mute'; readonly isMuted: boolean };

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Step>({ kind: 'open' }, { kind: 'save' }, { kind: 'test' }) },
  { weight: 4, arbitrary: fc.constant<Step>({ kind: 'answer' }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 9 }).map((times): Step => ({ kind: 'type', times })) },
  { weight: 4, arbitrary: fc.constantFrom(5, 20, 61, 110).map((seconds): Step => ({ kind: 'wait', seconds })) },
  { weight: 1, arbitrary: fc.constantFrom(true, false, false).map((isMuted): Step => ({ kind: 'mute', isMuted })) },
);

type Observed = Awaited<ReturnType<typeof observerFixture>>;
type SlowModel = ReturnType<typeof slowModel>;

it('never nudges twice in 120 seconds, in flow or muted, asks one thing at a time, and three things in a night', async () => {
  let nudgeCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const model = slowModel();
      const made = await observerFixture({ callApi: model.callApi });
      nudgeCount += await follow(steps, made, model);
      model.answerAll();
      await made.observer.settled();
      await made.observer.mute(false);
      const before = model.count();
      await made.wait(2 * 60 * MINUTE);
      expect(model.count() - before).toBeLessThanOrEqual(3);
      expect(model.maxAtOnce()).toBe(1);
    }),
    { numRuns: 20, endOnFailure: true, seed: seedOr(20261118) },
  );
  // Silence alone would pass all of it.
  expect(nudgeCount).toBeGreaterThan(20);
}, 120_000);

/** Checks every nudge when it comes. Returns how many came. */
async function follow(steps: readonly Step[], made: Observed, model: SlowModel): Promise<number> {
  const now = () => made.clock.now().getTime();
  const actions: number[] = [];
  let isMuted = false;
  let checked = 0;
  for (const each of steps) {
    const count = each.kind === 'type' ? each.times : each.kind === 'open' || each.kind === 'save' ? 1 : 0;
    actions.push(...Array.from({ length: count }, now));
    if (each.kind === 'mute') isMuted = each.isMuted;
    await perform(each, made, model);
    await Promise.race([made.observer.settled(), model.asked()]);
    for (const nudge of made.nudges().slice(checked)) {
      const before = made.nudges()[checked - 1];
      const sinceLast = Date.parse(nudge.sentAt) - Date.parse(before?.sentAt ?? '1970-01-01');
      expect(sinceLast).toBeGreaterThanOrEqual(120_000);
      expect(isMuted).toBe(false);
      expect(actions.filter((at) => now() - at < MINUTE).length).toBeLessThanOrEqual(10);
      checked++;
    }
  }
  return checked;
}

async function perform(each: Step, { observer, actionLog, sessionId, clock }: Observed, model: SlowModel) {
  const path = `src/${clock.now().getTime()}.ts`;
  switch (each.kind) {
    case 'open':
      return actionLog.logAction(sessionId, 'file_open', { path });
    case 'save':
      return actionLog.logAction(sessionId, 'file_save', { path, charCount: 1 });
    case 'test':
      return observer.noteTestRun({ run: 'npm test', passed: false });
    case 'type':
      for (let count = 0; count < each.times; count++) await actionLog.updateBuffer(sessionId, { path, charCount: 1 });
      return;
    case 'wait':
      return clock.advance(each.seconds * 1000);
    case 'mute':
      return observer.mute(each.isMuted);
    case 'answer':
      return model.answer();
  }
}

/** A model that wants to interrupt all the time, and thinks until the test lets it answer. */
function slowModel() {
  const waiting: (() => void)[] = [];
  const listeners: (() => void)[] = [];
  let [count, maxAtOnce, isFast] = [0, 0, false];
  const callApi: CallApi = async ({ responseSchema }) => {
    count++;
    if (!isFast) {
      const answered = new Promise<void>((resolve) => void waiting.push(resolve));
      maxAtOnce = Math.max(maxAtOnce, waiting.length);
      for (const listen of listeners.splice(0)) listen();
      await answered;
    }
    return responseSchema.parse(WRONG_FILE);
  };
  return {
    callApi,
    answer: () => waiting.shift()?.(),
    answerAll() {
      isFast = true;
      for (const answer of waiting.splice(0)) answer();
    },
    /** Resolves while a call waits. */
    asked: () =>
      waiting.length > 0 ? Promise.resolve() : new Promise<void>((resolve) => void listeners.push(resolve)),
    count: () => count,
    maxAtOnce: () => maxAtOnce,
  };
}
