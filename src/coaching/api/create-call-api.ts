import { createHash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import { failure } from '../../kernel/result.js';
import { settleWithin } from '../../kernel/time-limit.js';
import {
  askStructured,
  costOf,
  type ModelFailure,
  type Price,
  priceOf,
  type StructuredAnswer,
  type StructuredReply,
  type Usage,
} from '../../models/index.js';
import type { AnsweredUsage, ApiCall, ApiCallLog, CallUsage } from '../action-log/api-call-log.js';
import type { Workbench } from '../workspace/workbench.js';
import { ApiDailyCapError, ApiNoModelError, toApiError } from './api-errors.js';
import type { CallApi, CallApiOptions } from './call-api.js';
import type { CoachModel, CoachModels, TierModels } from './coach-models.js';
import { createKeptAnswers } from './kept-answers.js';
import { startOfDay } from './start-of-day.js';

export interface CallApiDependencies {
  readonly apiCallLog: ApiCallLog;
  readonly models: CoachModels;
  readonly workbench: Workbench;
  readonly clock: Clock;
  readonly logger: Logger;
  /** In US dollars, of all calls since midnight. */
  readonly dailyCapUsd: number;
  /** The project folder. */
  readonly workingDirectory: string;
  /** For one call with all its retries. */
  readonly maxMs?: number;
}

export interface CoachApi {
  readonly callApi: CallApi;
  /** The kept answers of a session's steps whose names begin with the prefix. */
  readonly forgetSteps: (sessionId: string, prefix: string) => Promise<void>;
  /** Counts what others pay for, such as a deliberation. Rejects if the limit of the day is reached. */
  readonly countCall: (call: CountedCall, model: string) => Promise<ApiCall>;
}

type CountedCall = Pick<CallApiOptions<unknown>, 'sessionId' | 'callType' | 'userMessage'>;

export function createCallApi(dependencies: CallApiDependencies): CoachApi {
  const { models, apiCallLog, workbench, clock } = dependencies;
  const kept = createKeptAnswers(workbench, clock);
  const begin = createCallRecorder(dependencies);
  const ask = createAsking(dependencies, begin);

  async function findKept<Value>({ recordAs, sessionId, responseSchema, onSources }: CallApiOptions<Value>) {
    if (recordAs === undefined || sessionId === null) return undefined;
    const found = await kept.find({ sessionId, name: recordAs });
    if (found === undefined) return undefined;
    const value = responseSchema.safeParse(found.value);
    // Another version of the program may have asked for another form.
    if (!value.success) return undefined;
    // The program may have ended after the answer was kept and before its price was noted.
    await apiCallLog.reopen(found.callId).complete(found.usage);
    onSources?.(found.sources);
    return value;
  }

  return {
    async callApi(options) {
      const found = await findKept(options);
      if (found !== undefined) return found.data;
      const tier = await models.ofTier(options.model);
      if (tier === undefined) throw new ApiNoModelError();
      const { call, reply, usage } = await ask(options, tier);
      const { recordAs, sessionId, onSources } = options;
      const { value, sources } = reply;
      // Before the call is settled: an answer that was received is never paid twice.
      if (recordAs !== undefined && sessionId !== null) {
        await kept.keep({ sessionId, name: recordAs }, { callId: call.id, usage, value, sources });
      }
      await call.complete(usage);
      onSources?.(sources);
      return value;
    },
    forgetSteps: (sessionId, prefix) => kept.forget(sessionId, prefix),
    countCall: (call, id) => begin({ ...call, systemPrompt: '' }, { id, price: undefined }),
  };
}

type BegunCall = CountedCall & Pick<CallApiOptions<unknown>, 'systemPrompt' | 'maxTokens' | 'signal'>;
type BeginCall = (options: BegunCall, model: Pick<CoachModel, 'id' | 'price'>) => Promise<ApiCall>;

/** Records a call that is about to start, unless the limit of the day is reached. */
function createCallRecorder({ apiCallLog, clock, dailyCapUsd }: CallApiDependencies): BeginCall {
  // One at a time, so that calls that start together are all counted.
  const inOrder = oneAtATime();
  /** What the calls that run may cost, in US dollars. */
  const reserves = new Map<string, number>();

  return (options, { id: model, price }) =>
    inOrder(async () => {
      const { sessionId, callType, userMessage, signal } = options;
      // A call that never happens is not counted.
      if (signal?.aborted) throw toApiError(callType, { kind: 'cancelled' });
      const isFree = price?.inputPerMillion === 0 && price.outputPerMillion === 0;
      if (!isFree) await expectBelowCap();
      const inputHash = createHash('sha256').update(userMessage).digest('hex').slice(0, HASH_LENGTH);
      const call = await apiCallLog.logApiCall(sessionId, callType, { model, inputHash });
      if (price !== undefined) reserves.set(call.id, reserveOf(options, price));
      const release = () => void reserves.delete(call.id);
      return {
        id: call.id,
        complete: (usage) => call.complete(usage).finally(release),
        fail: (usage) => call.fail(usage).finally(release),
      };
    });

  async function expectBelowCap(): Promise<void> {
    const { totalCost, unpricedCalls } = await apiCallLog.spending({ since: startOfDay(clock) });
    const reserved = [...reserves.values()].reduce((sum, reserve) => sum + reserve, 0);
    if (totalCost + reserved >= dailyCapUsd) {
      const running = reserved === 0 ? '' : `, and those that run may cost ${reserved.toFixed(2)},`;
      const spent = `today's calls cost ${totalCost.toFixed(2)}${running} of ${dailyCapUsd.toFixed(2)} US dollars`;
      throw new ApiDailyCapError(`${spent}; raise coaching.daily_cap_usd in your configuration, or go on tomorrow`);
    }
    if (unpricedCalls >= MAX_UNPRICED_CALLS) {
      const count = `today had ${unpricedCalls} calls of unknown price, and ${MAX_UNPRICED_CALLS} are allowed`;
      throw new ApiDailyCapError(`${count}; give the model a price in model_registry, or go on tomorrow`);
    }
  }
}

/** The price of the longest answer. */
function reserveOf(options: BegunCall, price: Price): number {
  const { systemPrompt, userMessage, maxTokens = DEFAULT_MAX_TOKENS } = options;
  return priceOf((systemPrompt.length + userMessage.length) / CHARACTERS_PER_TOKEN, maxTokens, price);
}

const CHARACTERS_PER_TOKEN = 4;
const HASH_LENGTH = 16;
export const MAX_UNPRICED_CALLS = 300;

interface Answered<Value> {
  readonly call: ApiCall;
  readonly reply: StructuredReply<Value>;
  readonly usage: AnsweredUsage;
}

/** Asks the models of a tier until one of them exists. */
function createAsking(dependencies: CallApiDependencies, begin: BeginCall) {
  const { clock, logger } = dependencies;
  const unknownModels = new Set<string>();

  return async <Value>(options: CallApiOptions<Value>, { adapter, models }: TierModels): Promise<Answered<Value>> => {
    const keyOf = (id: string) => `${adapter.name} ${id}`;
    const known = models.filter(({ id }) => !unknownModels.has(keyOf(id)));
    // A model that was unknown an hour ago may exist by now.
    const candidates = known.length === 0 ? models : known;
    for (const [index, candidate] of candidates.entries()) {
      const { id, price } = candidate;
      const call = await begin(options, candidate);
      options.onModel?.(id);
      const startedAt = clock.elapsed();
      const answer = await askInTime(options, { adapter, model: id }, dependencies);
      const { usage } = answer.ok ? answer.value : answer.error;
      const counted = toCallUsage(usage, costOf(usage, price));
      if (answer.ok) {
        const { model } = answer.value;
        return { call, reply: answer.value, usage: { ...counted, model, latencyMs: clock.elapsed() - startedAt } };
      }
      await call.fail(counted);
      const cause = answer.error.failure;
      const next = candidates[index + 1];
      if (cause.kind !== 'unknown_model' || next === undefined) throw toApiError(options.callType, cause);
      unknownModels.add(keyOf(id));
      logger.log('warn', 'coaching.model_unknown', { adapter: adapter.name, model: id, instead: next.id });
    }
    throw new ApiNoModelError();
  };
}

/** One deadline for all tries; what was used until then is still counted. */
async function askInTime<Value>(
  options: CallApiOptions<Value>,
  { adapter, model }: Pick<TierModels, 'adapter'> & { readonly model: string },
  { workingDirectory, maxMs: limitMs = MAX_CALL_MS }: CallApiDependencies,
): Promise<StructuredAnswer<Value>> {
  const { systemPrompt, userMessage, responseSchema, maxTokens = DEFAULT_MAX_TOKENS, webSearch, signal } = options;
  const maxMs = Math.min(options.maxMs ?? limitMs, limitMs);
  const settled = await settleWithin({ maxMs, signal, graceMs: GRACE_MS }, (limited) =>
    askStructured(adapter, {
      model,
      system: systemPrompt,
      prompt: userMessage,
      schema: responseSchema,
      maxAnswerTokens: maxTokens,
      workingDirectory,
      signal: limited,
      ...(webSearch && { webSearch }),
    }),
  );
  const isCancelled = signal?.aborted === true;
  const ended: ModelFailure = isCancelled ? { kind: 'cancelled' } : { kind: 'timeout', afterMs: maxMs };
  if (!settled.ok) return failure({ failure: ended, usage: {} });
  const answer = settled.value;
  // The adapter only sees that it was stopped, not by what.
  if (answer.ok || answer.error.failure.kind !== 'cancelled') return answer;
  return failure({ failure: ended, usage: answer.error.usage });
}

const DEFAULT_MAX_TOKENS = 4096;
const MAX_CALL_MS = 5 * 60_000;
const GRACE_MS = 500;

function toCallUsage({ inputTokens, outputTokens }: Usage, cost: number | undefined): CallUsage {
  return { inputTokens: inputTokens ?? null, outputTokens: outputTokens ?? null, costEstimate: cost ?? null };
}
