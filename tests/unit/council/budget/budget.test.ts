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
    const budget = openBudget(0.02, {}, 2);
    const ended = await budget.within(a, 'participant', '', async () => answer);
    expect(await budget.within(b, 'participant', '', async () => answer)).toMatchObject({
      error: { failure: { kind: 'not_asked' } },
    });
    budget.enter(a, 'participant', ended);
    // Entered once, not beside what was held back for it.
    expect(budget.refusal([{ seat: a, prompt: '' }], 'another')).toContain('$0.0120 spent or under way');
  });

  it('does not take a call that failed unbilled for the price of the next', () => {
    const budget = openBudget(0.01, {}, 1);
    budget.enter(a, 'participant', failed({ kind: 'not_logged_in', remedy: 'log in' }));
    expect(budget.refusal([{ seat: a, prompt: '' }], 'another')).toContain('about $0.0120 needed');
  });

  it('charges an answer without reported usage with an estimate of four characters to a token', async () => {
    const budget = openBudget(0.03, {}, 1);
    const silent = answered('x'.repeat(4_000));
    const ended = await budget.within(a, 'participant', 'y'.repeat(2_000), async () => silent);
    budget.enter(a, 'participant', ended);
    expect(addUp(budget.entries())).toMatchObject({ usd: 0.015, callsOfUnknownCost: 0, callsOfUnknownLength: 1 });
    expect(budget.refusal([{ seat: a, prompt: 'y'.repeat(2_000) }], 'another')).toContain('$0.0150 spent');
  });

  it('charges no estimate where the price is unknown or a try was not reported', async () => {
    const budget = openBudget(undefined, {}, 1);
    const incomplete = { inputTokens: 5, outputTokens: 5, isIncomplete: true } as const;
    const { price: _, ...rest } = b;
    const unpriced = { ...rest, price: undefined };
    budget.enter(a, 'participant', await budget.within(a, 'participant', 'x', async () => answered('y', incomplete)));
    budget.enter(unpriced, 'participant', await budget.within(unpriced, 'participant', 'x', async () => answered('y')));
    expect(addUp(budget.entries())).toMatchObject({ callsOfUnknownCost: 2 });
  });

  it('counts what earlier attempts spent on calls that came to nothing', () => {
    const calls = [{ seat: a, prompt: '' }];
    expect(openBudget(0.02, {}, 2).refusal(calls, 'another')).toBeNull();
    expect(openBudget(0.02, {}, 2, 0.015).refusal(calls, 'another')).toContain('$0.0150 spent or under way');
  });

  it('decides by what is recorded alone: a run that is done over is refused the same', async () => {
    const first = openBudget(0.02, {}, 2);
    const ended = await first.within(a, 'participant', '', async () => answer);
    first.enter(a, 'participant', ended);
    const again = openBudget(0.02, {}, 2);
    again.enter(a, 'participant', ended);
    const calls = [{ seat: a, prompt: '' }];
    expect(again.refusal(calls, 'another round')).toBe(first.refusal(calls, 'another round'));
    expect(first.refusal(calls, 'another round')).not.toBeNull();
  });
});
