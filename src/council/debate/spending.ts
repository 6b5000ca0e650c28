import { costOf, type Price, type Usage } from '../../models/index.js';
import type { RoundRecord } from './debate-record.js';

/** What calls have cost so far. Unknown figures are counted apart: an unknown price is not a price of zero. */
export interface Spending {
  readonly usd: number;
  readonly tokens: number;
  readonly calls: number;
  readonly callsOfUnknownCost: number;
  readonly callsOfUnknownLength: number;
}

/** One call, with what it takes to price it. */
export interface PricedCall {
  readonly usage: Usage;
  readonly price: Price | undefined;
}

export function spendingOf(rounds: readonly RoundRecord[]): Spending {
  return addUp(callsOf(rounds));
}

export function callsOf(rounds: readonly RoundRecord[]): PricedCall[] {
  return rounds.flatMap(({ turns }) =>
    turns.flatMap((turn) => turn.calls.map((usage) => ({ usage, price: turn.seat.price }))),
  );
}

export function addUp(calls: readonly PricedCall[]): Spending {
  let usd = 0;
  let tokens = 0;
  let callsOfUnknownCost = 0;
  let callsOfUnknownLength = 0;
  for (const { usage, price } of calls) {
    const cost = costOf(usage, price);
    if (cost === undefined) callsOfUnknownCost++;
    else usd += cost;
    if (usage.inputTokens === undefined && usage.outputTokens === undefined) callsOfUnknownLength++;
    tokens += (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  }
  return { usd, tokens, calls: calls.length, callsOfUnknownCost, callsOfUnknownLength };
}
