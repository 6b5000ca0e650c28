import { createHash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.js';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import { settleWithin } from '../../kernel/time-limit.js';
import { isFree, type Price, priceOf, USD_PER_SEARCH } from '../../models/index.js';
import type { ApiCall, ApiCallLog } from '../action-log/api-call-log.js';
import type { CallType } from '../vocabulary.js';
import { ApiDailyCapError, toApiError } from './api-errors.js';
import { type CallApiOptions, CHARACTERS_PER_TOKEN, DEFAULT_MAX_TOKENS } from './call-api.js';
import type { CoachModel, CoachModels } from './coach-models.js';
import { startOfDay } from './start-of-day.js';

export interface PursesDependencies {
  readonly apiCallLog: ApiCallLog;
  readonly models: CoachModels;
  readonly clock: Clock;
  /** In US dollars, of all calls since midnight. */
  readonly dailyCapUsd: number;
}

export type CountedCall = Pick<CallApiOptions<unknown>, 'sessionId' | 'callType' | 'userMessage'>;
type PlannedCall = CountedCall & Pick<CallApiOptions<unknown>, 'systemPrompt' | 'maxTokens' | 'webSearch' | 'signal'>;

/** A call that others make and pay. */
export interface SharedCall extends ApiCall {
  /** In US dollars. */
  readonly maxCostUsd: number;
}

/**
 * The money of a day. The wrap-up may use all of it; what the person asks for leaves the price of a wrap-up; the observer,
 * which speaks unasked, has a quarter of the day at most. Both methods record the call, and reject if its purse is empty.
 * The most that a running call may cost is reserved, so a purse is exceeded by one call at most.
 */
export interface Purses {
  begin(call: PlannedCall, model: Pick<CoachModel, 'id' | 'price'>): Promise<ApiCall>;
  /** Reserves what is left for the person, except a part for explanations: a call that others make may take minutes. */
  beginWithRest(call: CountedCall, model: string): Promise<SharedCall>;
}

export function createPurses({ apiCallLog, models, clock, dailyCapUsd }: PursesDependencies): Purses {
  const running = createRunningCalls();

  const spentToday = async (callType?: CallType) => {
    const filter = { since: startOfDay(clock), ...(callType && { callType }) };
    return (await apiCallLog.spending(filter)).totalCost;
  };

  /** Finds the money that is left of the day for a call. Rejects if there is none. */
  async function expectMoneyFor(callType: CallType): Promise<number> {
    const kept = WRAP_UP_CALLS.has(callType) ? 0 : Math.min(await estimateWrapUp(models), dailyCapUsd / 2);
    // Before what is spent, so that a call that ends in between is counted twice rather than not at all.
    const reserved = running.reserved();
    const watching = running.reserved('observer_triage');
    const spent = await spentToday();
    const left = dailyCapUsd - kept - spent - reserved;
    if (left <= 0) throw describeEmpty({ spent, reserved, kept, dailyCapUsd });
    if (callType === 'observer_triage') {
      const own = await spentToday(callType);
      if (own + watching >= dailyCapUsd * OBSERVER_SHARE) throw observerIsOver(own, dailyCapUsd);
    }
    return left;
  }

  async function record({ sessionId, callType, userMessage }: CountedCall, model: string, usd: number) {
    const inputHash = createHash('sha256').update(userMessage).digest('hex').slice(0, HASH_LENGTH);
    const call = await apiCallLog.logApiCall(sessionId, callType, { model, inputHash });
    running.add(call.id, { callType, usd });
    const release = () => running.end(call.id);
    return {
      id: call.id,
      complete: (usage) => call.complete(usage).finally(release),
      fail: (usage) => call.fail(usage).finally(release),
    } satisfies ApiCall;
  }

  return {
    begin: (call, { id, price }) =>
      running.whenAffordable(async () => {
        // A call that never happens is not counted.
        if (call.signal?.aborted) throw toApiError(call.callType, { kind: 'cancelled' });
        if (price === undefined || isFree(price)) return record(call, id, 0);
        await expectMoneyFor(call.callType);
        return record(call, id, findMaxCost(call, price));
      }, call),
    beginWithRest: (call, model) =>
      running.whenAffordable(async () => {
        const left = await expectMoneyFor(call.callType);
        const maxCostUsd = left - Math.min(dailyCapUsd * EXPLAINING_SHARE, left / 2);
        return { ...(await record(call, model, maxCostUsd)), maxCostUsd };
      }, call),
  };
}

/** Keeps the reservations of the calls that run, and lets others wait for their ends. */
function createRunningCalls() {
  // One at a time, so that calls that start together are all counted.
  const inOrder = oneAtATime();
  const calls = new Map<string, { readonly callType: CallType; readonly usd: number }>();
  const waiting = new Set<() => void>();
  let ended = 0;
  return {
    add: (id: string, call: { readonly callType: CallType; readonly usd: number }) => void calls.set(id, call),
    end(id: string): void {
      calls.delete(id);
      ended += 1;
      for (const goOn of waiting) goOn();
      waiting.clear();
    },
    reserved: (callType?: CallType) =>
      [...calls.values()]
        .filter((call) => callType === undefined || call.callType === callType)
        .reduce((sum, { usd }) => sum + usd, 0),
    /** If only calls that run are in the way, tries again after each of their ends, until the wait is too long. */
    async whenAffordable<Begun>(
      begin: () => Promise<Begun>,
      { callType, signal }: Pick<PlannedCall, 'callType' | 'signal'>,
    ): Promise<Begun> {
      const latest = performance.now() + (WRAP_UP_CALLS.has(callType) ? MAX_WRAP_UP_WAIT_MS : MAX_WAIT_MS);
      for (;;) {
        const before = ended;
        try {
          return await inOrder(begin);
        } catch (error) {
          if (!(error instanceof ApiDailyCapError) || error.lasts === 'until tomorrow') throw error;
          if (ended !== before) continue;
          const limit = { maxMs: latest - performance.now(), signal };
          const next = await settleWithin(limit, () => new Promise<void>((resolve) => waiting.add(resolve)));
          if (!next.ok && next.error === 'timeout') throw error;
        }
      }
    },
  };
}

const WRAP_UP_CALLS: ReadonlySet<CallType> = new Set([
  ...(['knowledge_gap_extraction', 'dreyfus_assessment', 'memory_summarisation'] as const),
]);
const OBSERVER_SHARE = 1 / 4;
const EXPLAINING_SHARE = 1 / 10;
const HASH_LENGTH = 16;
const MAX_WAIT_MS = 60_000;
/** Its calls run together and may take five minutes each; no person waits for them. */
const MAX_WRAP_UP_WAIT_MS = 15 * 60_000;

/** The longest answer, twice: one that is cut or has the wrong form is asked for again. */
function findMaxCost(call: PlannedCall, price: Price): number {
  const { systemPrompt, userMessage, maxTokens: outputTokens = DEFAULT_MAX_TOKENS, webSearch } = call;
  const inputTokens = (systemPrompt.length + userMessage.length) / CHARACTERS_PER_TOKEN;
  return MAX_TRIES * priceOf({ inputTokens, outputTokens }, price) + (webSearch?.maxUses ?? 0) * USD_PER_SEARCH;
}

const MAX_TRIES = 2;

/** Two calls of the large model and one of the small one, with long prompts and answers. */
async function estimateWrapUp(models: CoachModels): Promise<number> {
  const prices = await Promise.all(
    (['sonnet', 'sonnet', 'haiku'] as const).map(async (tier) => (await models.ofTier(tier))?.models[0].price),
  );
  const tokens = { inputTokens: WRAP_UP_PROMPT_TOKENS, outputTokens: DEFAULT_MAX_TOKENS };
  return prices.reduce((sum, price) => sum + (price === undefined ? 0 : priceOf(tokens, price)), 0);
}

/** The longest transcript and list of actions. */
const WRAP_UP_PROMPT_TOKENS = 20_000;

interface EmptyPurse {
  readonly spent: number;
  readonly reserved: number;
  readonly kept: number;
  readonly dailyCapUsd: number;
}

function describeEmpty({ spent, reserved, kept, dailyCapUsd }: EmptyPurse): ApiDailyCapError {
  const limit = `${dailyCapUsd.toFixed(2)} US dollars`;
  const rest = kept === 0 ? '' : `, of which ${kept.toFixed(2)} are kept for the end of the session`;
  if (spent < dailyCapUsd - kept) {
    const running = `today's calls cost ${spent.toFixed(2)}, and those that run may cost ${reserved.toFixed(2)}`;
    return new ApiDailyCapError(`${running}, of ${limit}${rest}; wait until they have ended`, 'until others end');
  }
  return new ApiDailyCapError(`today's calls cost ${spent.toFixed(2)} of ${limit}${rest}; ${RAISE}`);
}

function observerIsOver(own: number, dailyCapUsd: number): ApiDailyCapError {
  const share = dailyCapUsd * OBSERVER_SHARE;
  const message = `watching has cost ${own.toFixed(2)} of its ${share.toFixed(2)} US dollars a day; ${RAISE}`;
  return new ApiDailyCapError(message, own < share ? 'until others end' : 'until tomorrow');
}

const RAISE = 'raise coaching.daily_cap_usd in your configuration, or go on tomorrow';
