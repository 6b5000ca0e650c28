import { dollars } from '../../kernel/dollars.js';
import { costOf, type ModelAnswer, NEVER_ASKED, priceOf } from '../../models/index.js';
import type { Seat } from '../panel/seat.js';
import type { Spent } from '../result.js';
import {
  CHARACTERS_PER_TOKEN,
  type Expectation,
  expectationOf,
  expectedCost,
  knownPrice,
  promptTokensFor,
} from './expectation.js';
import { addUp, entryOf, type LedgerEntry } from './ledger.js';
import type { PastCalls } from './run-history.js';
import { soundUsage } from './sound-usage.js';

/** How long an answer may be, in tokens; undefined where there is no cap or no price. */
export type AskWithin = (longestAnswer: number | undefined) => Promise<ModelAnswer>;

/** The money of one deliberation: what may be spent, what was, and what every call came to. */
export interface Budget {
  readonly maxCostUsd: number | undefined;
  /**
   * Makes the call if the cap leaves room for what it is likely to cost. It belongs inside whatever records calls, so
   * that a run that is done over decides as the first one did. What it may cost is held back until it is entered.
   */
  within(seat: Seat, role: Spent['role'], prompt: string, ask: AskWithin): Promise<ModelAnswer>;
  /** Enters a call into the ledger, whether it was made now or is taken from a record. */
  enter(seat: Seat, role: Spent['role'], answer: ModelAnswer): void;
  /** Why these calls together would pass the cap; null where they would not, or nobody can tell. */
  refusal(calls: readonly { readonly seat: Seat; readonly prompt: string }[], what: string): string | null;
  entries(): readonly LedgerEntry[];
  /** How many calls the cap kept from being made. */
  refused(): number;
}

/**
 * `seats`: how many may be asked at the same time, and have to share what is left. `spentBefore`: what earlier attempts
 * spent on calls that came to nothing, as far as it is known.
 */
export function openBudget(
  maxCostUsd: number | undefined,
  past: Readonly<Record<string, PastCalls>>,
  seats: number,
  spentBefore = 0,
): Budget {
  const entries: LedgerEntry[] = [];
  /** By participant, each of which has one call at a time: what it is likely to cost, and what it may at most. */
  const underWay = new Map<string, { readonly likely: number; readonly most: number }>();
  let refused = 0;

  const spent = () => spentBefore + addUp(entries).usd;
  const heldBack = (figure: 'likely' | 'most') =>
    [...underWay.values()].reduce((sum, { [figure]: usd }) => sum + usd, 0);
  const expectCall = (seat: Seat, prompt: string) => {
    const made = entries.filter(({ participant }) => participant === seat.participant);
    return likelyCall(expectationOf(seat, past[seat.participant]), prompt, made);
  };
  const refusalOf = (needed: number, what: string): string | null => {
    if (maxCostUsd === undefined || needed === 0) return overspent(spent(), maxCostUsd);
    const bound = spent() + heldBack('likely');
    // Sums of the same figures in another order differ in the last digit.
    if (bound + needed <= maxCostUsd * (1 + 1e-9)) return null;
    const state = bound === 0 ? '' : `${dollars(bound)} spent or under way, `;
    return `the cost cap of $${maxCostUsd} leaves no room for ${what} (${state}about ${dollars(needed)} needed)`;
  };

  /** An equal share of what is left, but never less than the answer that the call was let through for. */
  const longestAnswer = (seat: Seat, { input, output }: LikelyCall, cap: number): number | undefined => {
    const price = knownPrice(seat);
    if (price === undefined || price.outputPerMillion === 0) return undefined;
    const share = (cap - spent() - heldBack('most')) / Math.max(1, seats - underWay.size);
    const affordable = ((share - priceOf(input, 0, price)) * 1_000_000) / price.outputPerMillion;
    return Math.max(LEAST_LIMIT, Math.ceil(output), Math.floor(affordable));
  };

  return {
    maxCostUsd,
    async within(seat, role, prompt, ask) {
      if (maxCostUsd === undefined) return withEstimate(seat, prompt, await ask(undefined));
      const call = expectCall(seat, prompt);
      const detail =
        call.usd === undefined && role === 'summary'
          ? `nobody knows what ${seat.participant} costs, and there is a cost cap of $${maxCostUsd}`
          : refusalOf(call.usd ?? 0, 'this call');
      if (detail !== null) return { ok: false, error: { failure: { kind: 'not_asked', detail }, usage: NEVER_ASKED } };
      const limit = longestAnswer(seat, call, maxCostUsd);
      const price = knownPrice(seat);
      const likely = call.usd ?? 0;
      const most = limit === undefined || price === undefined ? likely : priceOf(call.input, limit, price);
      underWay.set(seat.participant, { likely, most });
      try {
        return withEstimate(seat, prompt, await ask(limit));
      } catch (error) {
        underWay.delete(seat.participant);
        throw error;
      }
    },
    enter(seat, role, answer) {
      // Only here: between the end of a call and its entry its cost would otherwise count nowhere.
      underWay.delete(seat.participant);
      if (!answer.ok && answer.error.failure.kind === 'not_asked') refused += 1;
      entries.push(entryOf(seat, role, answer));
    },
    refusal(calls, what) {
      if (maxCostUsd === undefined) return null;
      const needed = calls.reduce((sum, { seat, prompt }) => sum + (expectCall(seat, prompt).usd ?? 0), 0);
      return refusalOf(needed, what);
    },
    entries: () => entries,
    refused: () => refused,
  };
}

/** Some APIs turn away a smaller one. */
const LEAST_LIMIT = 16;

/** Where nothing is known of a call's price, what was spent already still counts. */
function overspent(spent: number, cap: number | undefined): string | null {
  return cap !== undefined && spent > cap ? `the cost cap of $${cap} was reached (${dollars(spent)} spent)` : null;
}

/** Some command-line tools report no figures; without a charge a cap would never end their calls. */
function withEstimate({ price }: Seat, prompt: string, answer: ModelAnswer): ModelAnswer {
  if (!answer.ok || price === undefined) return answer;
  const usage = soundUsage(answer.value.usage);
  if (usage.isIncomplete || costOf(usage, price) !== undefined) return answer;
  const tokens = (text: string) => text.length / CHARACTERS_PER_TOKEN;
  const estimatedUsd = priceOf(tokens(prompt), tokens(answer.value.text), price);
  return { ok: true, value: { ...answer.value, usage: { ...usage, estimatedUsd } } };
}

interface LikelyCall {
  /** In tokens, like `output`. */
  readonly input: number;
  readonly output: number;
  readonly usd: number | undefined;
}

/** The same model's dearest call of this debate says more than any other, and errs on the safe side. */
function likelyCall(expectation: Expectation, prompt: string, made: readonly LedgerEntry[]): LikelyCall {
  const input = promptTokensFor(expectation, prompt.length / CHARACTERS_PER_TOKEN);
  const telling = made.filter(tellsOfTheNext);
  const output = highest(telling.flatMap(({ usage }) => usage.outputTokens ?? [])) ?? expectation.answerTokens.high;
  const hasPrice = knownPrice(expectation.seat) !== undefined;
  const told = hasPrice ? undefined : highest(telling.flatMap(({ usage }) => usage.costUsd ?? []));
  return { input, output, usd: told ?? expectedCost(expectation, input, output, 'high') };
}

/** A call that failed before anything was written would make the next one look free. */
function tellsOfTheNext({ usage, isFailed }: LedgerEntry): boolean {
  return !isFailed || (usage.outputTokens ?? 0) > 0;
}

function highest(figures: readonly number[]): number | undefined {
  return figures.length === 0 ? undefined : Math.max(...figures);
}
