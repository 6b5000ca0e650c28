import { dollars } from '../../kernel/dollars.js';
import { type ModelAnswer, NEVER_ASKED } from '../../models/index.js';
import type { Seat } from '../panel/seat.js';
import type { Spent } from '../result.js';
import { CHARACTERS_PER_TOKEN, type Expectation, expectationOf, expectedCost, promptTokensFor } from './expectation.js';
import { addUp, entryOf, type LedgerEntry } from './ledger.js';
import type { PastCalls } from './run-history.js';

/** The money of one deliberation: what may be spent, what was, and what every call came to. */
export interface Budget {
  readonly maxCostUsd: number | undefined;
  /**
   * Makes the call if the cap leaves room for what it is likely to cost. It belongs inside whatever records calls, so
   * that a run that is done over decides as the first one did.
   */
  within(seat: Seat, prompt: string, ask: () => Promise<ModelAnswer>): Promise<ModelAnswer>;
  /** Enters a call into the ledger, whether it was made now or is taken from a record. */
  enter(seat: Seat, role: Spent['role'], answer: ModelAnswer): void;
  /** Why these calls together would pass the cap; null where they would not, or nobody can tell. */
  refusal(calls: readonly { readonly seat: Seat; readonly prompt: string }[], what: string): string | null;
  entries(): readonly LedgerEntry[];
  /** How many calls the cap kept from being made. */
  refused(): number;
}

export function openBudget(maxCostUsd: number | undefined, past: Readonly<Record<string, PastCalls>>): Budget {
  const entries: LedgerEntry[] = [];
  let underWay = 0;
  let refused = 0;

  const spent = () => addUp(entries).usd;
  const costOfCall = (seat: Seat, prompt: string) => {
    const made = entries.filter(({ participant }) => participant === seat.participant);
    return likelyCost(expectationOf(seat, past[seat.participant]), prompt, made);
  };
  const refusalOf = (needed: number, what: string): string | null => {
    if (maxCostUsd === undefined || needed === 0) return overspent(spent(), maxCostUsd);
    const bound = spent() + underWay;
    // Sums of the same figures in another order differ in the last digit.
    if (bound + needed <= maxCostUsd * (1 + 1e-9)) return null;
    const state = bound === 0 ? '' : `${dollars(bound)} spent or under way, `;
    return `the cost cap of $${maxCostUsd} leaves no room for ${what} (${state}about ${dollars(needed)} needed)`;
  };

  return {
    maxCostUsd,
    async within(seat, prompt, ask) {
      if (maxCostUsd === undefined) return ask();
      const cost = costOfCall(seat, prompt) ?? 0;
      const detail = refusalOf(cost, 'this call');
      if (detail !== null) return { ok: false, error: { failure: { kind: 'not_asked', detail }, usage: NEVER_ASKED } };
      underWay += cost;
      try {
        return await ask();
      } finally {
        underWay -= cost;
      }
    },
    enter(seat, role, answer) {
      if (!answer.ok && answer.error.failure.kind === 'not_asked') refused += 1;
      entries.push(entryOf(seat, role, answer));
    },
    refusal(calls, what) {
      if (maxCostUsd === undefined) return null;
      const needed = calls.reduce((sum, { seat, prompt }) => sum + (costOfCall(seat, prompt) ?? 0), 0);
      return refusalOf(needed, what);
    },
    entries: () => entries,
    refused: () => refused,
  };
}

/** Where nothing is known of a call's price, what was spent already still counts. */
function overspent(spent: number, cap: number | undefined): string | null {
  return cap !== undefined && spent > cap ? `the cost cap of $${cap} was reached (${dollars(spent)} spent)` : null;
}

/** The same model's dearest call of this debate says more than any average, and errs on the safe side. */
function likelyCost(expectation: Expectation, prompt: string, made: readonly LedgerEntry[]): number | undefined {
  const input = promptTokensFor(expectation, prompt.length / CHARACTERS_PER_TOKEN);
  const output = highest(made.flatMap(({ usage }) => usage.outputTokens ?? [])) ?? expectation.answerTokens.low;
  const usd = highest(made.flatMap(({ usage }) => usage.costUsd ?? [])) ?? expectation.past?.usd;
  const past = usd === undefined ? expectation.past : { calls: 1, ...expectation.past, usd };
  return expectedCost({ ...expectation, past }, input, output);
}

function highest(figures: readonly number[]): number | undefined {
  return figures.length === 0 ? undefined : Math.max(...figures);
}
