import { describe, expect, it } from 'vitest';
import { openBudget } from '../../../../src/council/budget/budget.js';
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
