import {
  costOf,
  leastCostOf,
  type ModelAnswer,
  type ModelFailure,
  NEVER_ASKED,
  NOTHING_USED,
  type Price,
  toUsage,
  type Usage,
} from '../../models/index.js';
import type { Spent } from '../contract/result.js';
import type { Seat } from '../panel/seat.js';
import type { LostCall } from '../record/run.js';

/** One call, as it was billed. */
export interface LedgerEntry {
  readonly participant: string;
  readonly role: Spent['role'];
  readonly price: Price | undefined;
  readonly usage: Usage;
  readonly isFailed: boolean;
}

/** The sum over calls. Unknown figures are counted separately: an unknown price is not a price of zero. */
export interface Spending {
  /** The part that is known. */
  readonly usd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly calls: number;
  readonly failedCalls: number;
  readonly retries: number;
  readonly callsOfUnknownCost: number;
  readonly callsOfUnknownLength: number;
}

export function toEntry(seat: Seat, role: Spent['role'], answer: ModelAnswer): LedgerEntry {
  return {
    participant: seat.participant,
    role,
    price: seat.price,
    usage: answer.ok ? toUsage(answer.value.usage) : usageOfFailure(answer.error),
    isFailed: !answer.ok,
  };
}

/** Calls that were made when the program was killed may have been billed; mostly the amount is unknown. */
export function entriesOfLostCalls(lost: readonly LostCall[], seats: readonly Seat[]): LedgerEntry[] {
  return lost.map(({ phase, participant, usage = {} }) => ({
    participant,
    role: phase === 'turn' ? 'participant' : 'summary',
    price: seats.find((seat) => seat.participant === participant)?.price,
    usage,
    isFailed: true,
  }));
}

/** Some failures say by their kind that no model was at work, where the tool itself says nothing. */
function usageOfFailure({ failure, usage: reported }: Extract<ModelAnswer, { ok: false }>['error']): Usage {
  const usage = toUsage(reported);
  if (Object.keys(usage).length > 0) return usage;
  if (WITHOUT_CALL.has(failure.kind)) return NEVER_ASKED;
  return UNBILLED.has(failure.kind) ? NOTHING_USED : usage;
}

const WITHOUT_CALL: ReadonlySet<ModelFailure['kind']> = new Set(['not_asked', 'not_installed', 'prompt_too_long']);
const UNBILLED: ReadonlySet<ModelFailure['kind']> = new Set(['not_logged_in', 'unknown_model']);

export function addUp(entries: readonly LedgerEntry[]): Spending {
  const made = entries.filter(wasMade);
  const sum = (measure: (entry: LedgerEntry) => number) => made.reduce((total, entry) => total + measure(entry), 0);
  return {
    usd: sum(({ usage, price }) => leastCostOf(usage, price) ?? 0),
    inputTokens: sum(({ usage }) => usage.inputTokens ?? 0),
    outputTokens: sum(({ usage }) => usage.outputTokens ?? 0),
    calls: made.length,
    failedCalls: sum(({ isFailed }) => Number(isFailed)),
    retries: sum(({ usage }) => (usage.requests ?? 1) - 1),
    callsOfUnknownCost: sum(({ usage, price }) => Number(costOf(usage, price) === undefined)),
    callsOfUnknownLength: sum(({ usage }) => Number(isOfUnknownLength(usage))),
  };
}

/**
 * By seat, then the summary. Calls of a round end in any order; a run that is done over must add up to the same digit.
 */
export function inOrder(entries: readonly LedgerEntry[], seats: readonly Seat[]): LedgerEntry[] {
  const rank = ({ role, participant }: LedgerEntry) =>
    role === 'summary' ? seats.length : seats.findIndex((seat) => seat.participant === participant);
  return [...entries].sort((a, b) => rank(a) - rank(b));
}

/** One row per participant that was asked, in the order of the entries. */
export function spentByParticipant(entries: readonly LedgerEntry[]): Spent[] {
  const rows = new Map<string, LedgerEntry[]>();
  for (const entry of entries.filter(wasMade)) {
    const key = JSON.stringify([entry.role, entry.participant]);
    rows.set(key, [...(rows.get(key) ?? []), entry]);
  }
  return [...rows.values()].flatMap((own) => {
    const [first] = own;
    return first === undefined ? [] : [toRow(first, addUp(own))];
  });
}

function toRow({ participant, role }: LedgerEntry, spent: Spending): Spent {
  const isLengthKnown = spent.callsOfUnknownLength === 0;
  return {
    participant,
    role,
    calls: spent.calls,
    failed_calls: spent.failedCalls,
    retries: spent.retries,
    input_tokens: isLengthKnown ? spent.inputTokens : 'unknown',
    output_tokens: isLengthKnown ? spent.outputTokens : 'unknown',
    usd: spent.callsOfUnknownCost === 0 ? roundUsd(spent.usd) : 'unknown',
  };
}

/** To a billionth of a dollar: sums of many small prices otherwise end in the noise of binary fractions. */
export function roundUsd(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}

function wasMade({ usage }: LedgerEntry): boolean {
  return usage.requests !== 0;
}

function isOfUnknownLength({ inputTokens, outputTokens, isIncomplete }: Usage): boolean {
  return isIncomplete === true || inputTokens === undefined || outputTokens === undefined;
}
