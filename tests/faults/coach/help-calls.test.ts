import { describe, expect, it } from 'vitest';
import { API_FAULTS, type ApiFault } from '../../support/anthropic-server.js';
import { helpFixture } from '../../support/help-fixture.js';

const CALL_TYPES = ['explain_this', 'practice_review', 'phase_review'] as const;
type HelpCall = (typeof CALL_TYPES)[number];

/** Of these it is not known what they cost. */
const IS_INTERRUPTED: ReadonlySet<ApiFault> = new Set(['reset', 'hang', 'cut body']);

/** These may pass; a refusal, a cut answer and one of the wrong form would be the same again. */
const IS_TRANSIENT: ReadonlySet<ApiFault> = new Set([
  ...(['429 with Retry-After', '429', '529', '500', 'reset', 'cut body', 'no text'] as const),
]);

async function askWith(callType: HelpCall, fault: ApiFault, times?: number) {
  const made = await helpFixture({ timeoutMs: fault === 'hang' ? 100 : 10_000 });
  const kata = await made.plantKata();
  await made.sessions.start({ goal: 'Repair the cart' });
  await made.sessions.createPhase({ title: 'Change the cart' });
  const phase = await made.sessions.updatePhase(1, { status: 'active' });
  await made.workspace.updateBuffer({ path: 'src/cart.ts', content: 'x', cursorPosition: { line: 1, column: 0 } });
  made.server.fail(callType, fault, times);
  const ask = {
    explain_this: () => made.explain(),
    practice_review: () => made.review(kata.id),
    phase_review: () => made.reviewPhase(),
  };
  return { ...made, kata, phase, told: await ask[callType]() };
}

const ERRORS = {
  explain_this: 'explain:error',
  practice_review: 'review:error',
  phase_review: 'review:phase_error',
} as const;

describe.each(CALL_TYPES)('%s that always fails', (callType) => {
  it.each(API_FAULTS)('is one sentence, changes nothing, and the ledger is true (%s)', async (fault) => {
    const { told, calls, server, store, kata, phase, helpActions } = await askWith(callType, fault);
    expect(told).toEqual([
      ERRORS[callType],
      expect.objectContaining({ error: expect.stringMatching(/^[^\n]{10,500}$/) }),
    ]);
    expect((await store.katas.get(kata.id))?.userAttempts).toEqual([]);
    expect((await store.progressEvents.list(phase.id)).map(({ eventType }) => eventType)).not.toContain(
      'review_passed',
    );
    expect((await helpActions()).at(-1)?.[1]).toMatchObject({ success: false, error: expect.any(String) });

    const rows = await calls();
    const asked = fault === '404 model' ? ['claude-sonnet-5', 'claude-sonnet-4'] : ['claude-sonnet-5'];
    const tries = IS_TRANSIENT.has(fault) ? [...asked, ...asked] : asked;
    expect(rows.map(({ model }) => model)).toEqual(tries);
    expect(rows.every(({ call_type, latency_ms }) => call_type === callType && latency_ms === -1)).toBe(true);
    const isUnknown = IS_INTERRUPTED.has(fault);
    expect(rows.every((row) => (row.input_tokens === null) === isUnknown)).toBe(true);
    // A failed request without figures is not billed.
    expect(rows.every((row) => row.cost_estimate !== null && (row.cost_estimate === 0 || !isUnknown))).toBe(true);
    const reported = server.calls.flatMap((call) => call.reported ?? []);
    const sum = (numbers: readonly (number | null)[]) =>
      numbers.reduce<number>((total, each) => total + (each ?? 0), 0);
    expect(sum(rows.map((row) => row.input_tokens))).toBe(sum(reported.map(({ input }) => input)));
    expect(sum(rows.map((row) => row.output_tokens))).toBe(sum(reported.map(({ output }) => output)));
  });
});

describe.each(CALL_TYPES)('%s that fails for a moment', (callType) => {
  it.each([...IS_TRANSIENT])('is answered by the retry (%s)', async (fault) => {
    // The adapter tries most of them three times itself.
    const { told, calls, server } = await askWith(callType, fault, fault === 'no text' ? 1 : 3);
    expect(told[0]).toBe(
      { explain_this: 'explain:response', practice_review: 'review:response', phase_review: 'review:phase' }[callType],
    );
    const rows = await calls();
    expect(rows.at(-1)?.latency_ms).toBeGreaterThanOrEqual(0);
    expect(rows.length).toBeLessThanOrEqual(2);
    expect(server.calls.at(-1)?.fault).toBeUndefined();
  });
});
