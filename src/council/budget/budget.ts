import { formatUsd } from '../../kernel/format-usd.js';
import { costOf, type ModelAnswer, NEVER_ASKED, priceOf, toUsage } from '../../models/index.js';
import type { PastCalls } from '../contract/estimate.js';
import type { Spent } from '../contract/result.js';
import type { Seat } from '../panel/seat.js';
import {
  type CallTokens,
  CHARACTERS_PER_TOKEN,
  expectedCost,
  getExpectation,
  knownPrice,
  promptTokensFor,
} from './expectation.js';
import { addUp, type LedgerEntry, toEntry } from './ledger.js';

/** Asks with a limit for the answer in tokens; undefined without a cap or a price. */
type AskWithinBudget = (maxAnswerTokens: number | undefined) => Promise<ModelAnswer>;

export interface PlannedCall {
  readonly seat: Seat;
  readonly role: Spent['role'];
  readonly prompt: string;
}

/** The money of one deliberation: what may be spent, what was spent, and the cost of every call. */
export interface Budget {
  readonly maxCostUsd: number | undefined;
  /**
   * Makes the call if the cap allows its likely cost. Use it inside whatever records calls, so that a repeated run
   * decides like the first one. The cost is reserved until the call's entry is added.
   */
  spend(call: PlannedCall, ask: AskWithinBudget): Promise<ModelAnswer>;
  /** Adds a call to the ledger, whether it was made now or comes from a record. */
  addEntry(seat: Seat, role: Spent['role'], answer: ModelAnswer): void;
  /** Why these calls together would exceed the cap; null if they would not, or if their cost is unknown. */
  whyNotAffordable(calls: readonly Pick<PlannedCall, 'seat' | 'prompt'>[], what: string): string | null;
  entries(): readonly LedgerEntry[];
  /** How many calls the cap prevented. */
  refusedCalls(): number;
}

export interface BudgetInput {
  readonly maxCostUsd: number | undefined;
  readonly past: Readonly<Record<string, PastCalls>>;
  /** How many may be asked at the same time, and share what is left. */
  readonly seats: number;
  /** What earlier attempts spent on calls without an answer, if known. */
  readonly spentBefore: number;
}

export function openBudget(input: BudgetInput): Budget {
  const { maxCostUsd } = input;
  const entries: LedgerEntry[] = [];
  const inFlight: BudgetState['inFlight'] = new Map();
  const state: BudgetState = { ...input, entries, inFlight };
  let refusedCalls = 0;

  return {
    maxCostUsd,
    async spend({ seat, role, prompt }, ask) {
      if (maxCostUsd === undefined) return withEstimate(seat, prompt, await ask(undefined));
      const call = expectCall(state, seat, prompt);
      const detail =
        call.usd === undefined && role === 'summary'
          ? `the price of ${seat.participant} is unknown, and there is a cost cap of $${maxCostUsd}`
          : whyTooExpensive(state, call.usd ?? 0, 'this call');
      if (detail !== null) return { ok: false, error: { failure: { kind: 'not_asked', detail }, usage: NEVER_ASKED } };
      const limit = maxAnswerTokens(state, seat, call);
      const price = knownPrice(seat);
      const likely = call.usd ?? 0;
      const max =
        limit === undefined || price === undefined
          ? likely
          : priceOf({ inputTokens: call.input, outputTokens: limit }, price);
      inFlight.set(seat.participant, { likely, max });
      try {
        return withEstimate(seat, prompt, await ask(limit));
      } catch (error) {
        inFlight.delete(seat.participant);
        throw error;
      }
    },
    addEntry(seat, role, answer) {
      // Only here: between the end of a call and its entry its cost would otherwise not be counted.
      inFlight.delete(seat.participant);
      if (!answer.ok && answer.error.failure.kind === 'not_asked') refusedCalls += 1;
      entries.push(toEntry(seat, role, answer));
    },
    whyNotAffordable(calls, what) {
      if (maxCostUsd === undefined) return null;
      const needed = calls.reduce((sum, { seat, prompt }) => sum + (expectCall(state, seat, prompt).usd ?? 0), 0);
      return whyTooExpensive(state, needed, what);
    },
    entries: () => entries,
    refusedCalls: () => refusedCalls,
  };
}

interface BudgetState extends BudgetInput {
  readonly entries: readonly LedgerEntry[];
  /** By participant, each of which has one call at a time: its likely and its maximum cost. */
  readonly inFlight: Map<string, { readonly likely: number; readonly max: number }>;
}

function spentSoFar({ spentBefore, entries }: BudgetState): number {
  return spentBefore + addUp(entries).usd;
}

function reserved({ inFlight }: BudgetState, figure: 'likely' | 'max'): number {
  return [...inFlight.values()].reduce((sum, { [figure]: usd }) => sum + usd, 0);
}

interface LikelyCall extends CallTokens {
  readonly usd: number | undefined;
}

/** The same model's dearest call of this debate says more than any other, and errs on the safe side. */
function expectCall({ entries, past }: BudgetState, seat: Seat, prompt: string): LikelyCall {
  const expectation = getExpectation(seat, past[seat.participant]);
  // A call that failed before anything was written would make the next one look free.
  const telling = entries.filter(
    ({ participant, usage, isFailed }) =>
      participant === seat.participant && (!isFailed || (usage.outputTokens ?? 0) > 0),
  );
  const input = promptTokensFor(expectation, prompt.length / CHARACTERS_PER_TOKEN);
  const output = highest(telling.flatMap(({ usage }) => usage.outputTokens ?? [])) ?? expectation.answerTokens.high;
  const hasPrice = knownPrice(seat) !== undefined;
  const reported = hasPrice ? undefined : highest(telling.flatMap(({ usage }) => usage.costUsd ?? []));
  return { input, output, usd: reported ?? expectedCost(expectation, { input, output }, 'high') };
}

function highest(figures: readonly number[]): number | undefined {
  return figures.length === 0 ? undefined : Math.max(...figures);
}

function whyTooExpensive(state: BudgetState, needed: number, what: string): string | null {
  const { maxCostUsd: cap = Number.POSITIVE_INFINITY } = state;
  const spent = spentSoFar(state);
  // If nothing is known of a call's price, the money already spent still counts.
  if (needed === 0) return spent > cap ? `the cost cap of $${cap} was reached (${formatUsd(spent)} spent)` : null;
  const bound = spent + reserved(state, 'likely');
  // Sums of the same figures in another order differ in the last digit.
  if (bound + needed <= cap * (1 + 1e-9)) return null;
  const inFlight = bound === 0 ? '' : `${formatUsd(bound)} spent or in flight, `;
  return `the cost cap of $${cap} leaves no room for ${what} (${inFlight}about ${formatUsd(needed)} needed)`;
}

/** An equal share of what is left, but never less than the answer that the call was allowed for. */
function maxAnswerTokens(state: BudgetState, seat: Seat, { input, output }: LikelyCall): number | undefined {
  const { maxCostUsd: cap = Number.POSITIVE_INFINITY, seats, inFlight } = state;
  const price = knownPrice(seat);
  if (price === undefined || price.outputPerMillion === 0) return undefined;
  const share = (cap - spentSoFar(state) - reserved(state, 'max')) / Math.max(1, seats - inFlight.size);
  const promptUsd = priceOf({ inputTokens: input }, price);
  const tokenUsd = priceOf({ inputTokens: input, outputTokens: 1 }, price) - promptUsd;
  const affordable = (share - promptUsd) / tokenUsd;
  return Math.max(MIN_ANSWER_TOKENS, Math.ceil(output), Math.floor(affordable));
}

/** Some APIs reject a smaller limit. */
const MIN_ANSWER_TOKENS = 16;

/** Some command-line tools report no figures; without a charge a cap would never end their calls. */
function withEstimate({ price }: Seat, prompt: string, answer: ModelAnswer): ModelAnswer {
  if (!answer.ok || price === undefined) return answer;
  const usage = toUsage(answer.value.usage);
  if (usage.isIncomplete || costOf(usage, price) !== undefined) return answer;
  const tokens = (text: string) => text.length / CHARACTERS_PER_TOKEN;
  const estimatedUsd = priceOf({ inputTokens: tokens(prompt), outputTokens: tokens(answer.value.text) }, price);
  return { ok: true, value: { ...answer.value, usage: { ...usage, estimatedUsd } } };
}
