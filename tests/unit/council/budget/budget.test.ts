import { describe, expect, it } from 'vitest';
import { openBudget } from '../../../../src/council/budget/budget.js';
import { addUp } from '../../../../src/council/budget/ledger.js';
import type { Seat } from '../../../../src/council/panel/seat.js';
import { answered, failed } from '../../../support/scripted-council.js';

/** A cent for a thousand tokens, whichever way. */
const PRICE = { inputPerMillion: 10, outputPerMillion: 10 };

function seatOf(participant: string): Seat {
  return {
    participant,
    adapter: {
      name: participant,
      kind: 'http',
      ask: async () => failed({ kind: 'cancelled' }),
      availability: async () => ({ available: true, detail: '' }),
    },
    model: 'm',
    reasoningEffort: undefined,
    stance: 'neutral',
    family: 'f',
    price: PRICE,
  };
}

const [a, b] = [seatOf('m@a'), seatOf('m@b')];
const answer = answered('text', { inputTokens: 0, outputTokens: 1_200 });

describe('the budget', () => {
  it('counts a call that has ended and is not entered yet, as while it is being recorded', async () => {
    const budget = openBudget({ maxCostUsd: 0.02, past: {}, seats: 2, spentBefore: 0 });
    const ended = await budget.spend({ seat: a, role: 'participant', prompt: '' }, async () => answer);
    expect(await budget.spend({ seat: b, role: 'participant', prompt: '' }, async () => answer)).toMatchObject({
      error: { failure: { kind: 'not_asked' } },
    });
    budget.addEntry(a, 'participant', ended);
    // Entered once, not beside what was held back for it.
    expect(budget.whyNotAffordable([{ seat: a, prompt: '' }], 'another')).toContain('$0.0120 spent or in flight');
  });

  it('does not use a failed call without a bill as the price of the next', () => {
    const budget = openBudget({ maxCostUsd: 0.01, past: {}, seats: 1, spentBefore: 0 });
    budget.addEntry(a, 'participant', failed({ kind: 'not_logged_in', remedy: 'log in' }));
    expect(budget.whyNotAffordable([{ seat: a, prompt: '' }], 'another')).toContain('about $0.0120 needed');
  });

  it('charges an answer without reported usage with an estimate of four characters to a token', async () => {
    const budget = openBudget({ maxCostUsd: 0.03, past: {}, seats: 1, spentBefore: 0 });
    const silent = answered('x'.repeat(4_000));
    const ended = await budget.spend({ seat: a, role: 'participant', prompt: 'y'.repeat(2_000) }, async () => silent);
    budget.addEntry(a, 'participant', ended);
    expect(addUp(budget.entries())).toMatchObject({ usd: 0.015, callsOfUnknownCost: 0, callsOfUnknownLength: 1 });
    expect(budget.whyNotAffordable([{ seat: a, prompt: 'y'.repeat(2_000) }], 'another')).toContain('$0.0150 spent');
  });

  it('charges no estimate if the price is unknown or a try was not reported', async () => {
    const budget = openBudget({ maxCostUsd: undefined, past: {}, seats: 1, spentBefore: 0 });
    const incomplete = { inputTokens: 5, outputTokens: 5, isIncomplete: true } as const;
    const { price: _, ...rest } = b;
    const unpriced = { ...rest, price: undefined };
    budget.addEntry(
      a,
      'participant',
      await budget.spend({ seat: a, role: 'participant', prompt: 'x' }, async () => answered('y', incomplete)),
    );
    budget.addEntry(
      unpriced,
      'participant',
      await budget.spend({ seat: unpriced, role: 'participant', prompt: 'x' }, async () => answered('y')),
    );
    expect(addUp(budget.entries())).toMatchObject({ callsOfUnknownCost: 2 });
  });

  it('counts what earlier attempts spent on calls without a result', () => {
    const calls = [{ seat: a, prompt: '' }];
    expect(
      openBudget({ maxCostUsd: 0.02, past: {}, seats: 2, spentBefore: 0 }).whyNotAffordable(calls, 'another'),
    ).toBeNull();
    expect(
      openBudget({ maxCostUsd: 0.02, past: {}, seats: 2, spentBefore: 0.015 }).whyNotAffordable(calls, 'another'),
    ).toContain('$0.0150 spent or in flight');
  });

  it('decides only by what is recorded, so that a replayed run is refused the same', async () => {
    const first = openBudget({ maxCostUsd: 0.02, past: {}, seats: 2, spentBefore: 0 });
    const ended = await first.spend({ seat: a, role: 'participant', prompt: '' }, async () => answer);
    first.addEntry(a, 'participant', ended);
    const again = openBudget({ maxCostUsd: 0.02, past: {}, seats: 2, spentBefore: 0 });
    again.addEntry(a, 'participant', ended);
    const calls = [{ seat: a, prompt: '' }];
    expect(again.whyNotAffordable(calls, 'another round')).toBe(first.whyNotAffordable(calls, 'another round'));
    expect(first.whyNotAffordable(calls, 'another round')).not.toBeNull();
  });
});
