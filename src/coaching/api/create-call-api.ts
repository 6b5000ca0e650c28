import { sql } from 'kysely';
import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import { failure } from '../../kernel/result.js';
import { settleWithin } from '../../kernel/time-limit.js';
import type { WebSource } from '../../models/ask-structured.js';
import {
  askStructured,
  isFree,
  leastCostOf,
  type ModelFailure,
  priceOf,
  type StructuredAnswer,
  type StructuredReply,
  type Usage,
} from '../../models/index.js';
import type { AnsweredUsage, ApiCall, ApiCallLog } from '../action-log/api-call-log.js';
import type { CallType } from '../vocabulary.js';
import type { Workbench } from '../workspace/workbench.js';
import { ApiNoModelError, toApiError } from './api-errors.js';
import { type CallApi, type CallApiOptions, CHARACTERS_PER_TOKEN, DEFAULT_MAX_TOKENS } from './call-api.js';
import type { CoachModel, CoachModels, TierModels } from './coach-models.js';
import { type CountedCall, createPurses, type Purses, type SharedCall } from './purses.js';

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
  readonly countCall: (call: CountedCall, model: string) => Promise<SharedCall>;
}

export function createCallApi(dependencies: CallApiDependencies): CoachApi {
  const { models, apiCallLog, workbench, clock } = dependencies;
  const kept = createKeptAnswers(workbench, clock);
  const purses = createPurses(dependencies);
  const ask = createAsking(dependencies, purses);

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
      try {
        // Before the call is settled: an answer that was received is never paid twice.
        if (recordAs !== undefined && sessionId !== null) {
          await kept.keep({ sessionId, name: recordAs }, { callId: call.id, usage, value, sources });
        }
      } finally {
        // Also if it cannot be kept: it was paid, and what is reserved for it would block others.
        await call.complete(usage);
      }
      onSources?.(sources);
      return value;
    },
    forgetSteps: (sessionId, prefix) => kept.forget(sessionId, prefix),
    countCall: (call, model) => purses.beginWithRest(call, model),
  };
}

interface Answered<Value> {
  readonly call: ApiCall;
  readonly reply: StructuredReply<Value>;
  readonly usage: AnsweredUsage;
}

/** Asks the models of a tier until one of them exists. */
function createAsking(dependencies: CallApiDependencies, purses: Pick<Purses, 'begin'>) {
  const { clock, logger } = dependencies;
  const unknownModels = new Set<string>();
  const estimated = new Set<string>();
  const warnOfEstimate = (adapter: string, { id, isEstimated }: CoachModel) => {
    if (isEstimated !== true || estimated.has(id)) return;
    estimated.add(id);
    logger.log('warn', 'coaching.price_unknown', { adapter, model: id, counted: 'as the dearest known model' });
  };

  return async <Value>(options: CallApiOptions<Value>, { adapter, models }: TierModels): Promise<Answered<Value>> => {
    const getKey = (id: string) => `${adapter.name} ${id}`;
    const known = models.filter(({ id }) => !unknownModels.has(getKey(id)));
    // A model that was unknown an hour ago may exist by now.
    const candidates = known.length === 0 ? models : known;
    for (const [index, candidate] of candidates.entries()) {
      const { id, price } = candidate;
      warnOfEstimate(adapter.name, candidate);
      const call = await purses.begin(options, candidate);
      options.onModel?.(id);
      const startedAt = clock.elapsed();
      const answer = await askInTime(options, { adapter, model: id }, dependencies);
      if (answer.ok) {
        const { model, usage } = answer.value;
        const costEstimate = measureCost(answer.value, options, price);
        const latencyMs = clock.elapsed() - startedAt;
        return { call, reply: answer.value, usage: { ...countTokens(usage), costEstimate, model, latencyMs } };
      }
      const { usage } = answer.error;
      // Vendors do not bill a failed request without figures.
      const costEstimate = isUnbilled(price) ? 0 : (leastCostOf(usage, price) ?? 0);
      await call.fail({ ...countTokens(usage), costEstimate });
      const cause = answer.error.failure;
      const next = candidates[index + 1];
      if (cause.kind !== 'unknown_model' || next === undefined) throw toApiError(options.callType, cause);
      unknownModels.add(getKey(id));
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
      reasoningEffort: LOW_EFFORT.has(options.callType) ? 'low' : 'medium',
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

/** A person waits for these, or they are asked all day; thinking longer would not help them. */
const LOW_EFFORT: ReadonlySet<CallType> = new Set([
  ...(['observer_triage', 'explain_this', 'memory_retrieval_filter', 'memory_summarisation'] as const),
]);

const MAX_CALL_MS = 5 * 60_000;
const GRACE_MS = 500;

function countTokens({ inputTokens, outputTokens }: Usage) {
  return { inputTokens: inputTokens ?? null, outputTokens: outputTokens ?? null };
}

/** Also if a tool reports what the call would have cost without a subscription. */
function isUnbilled(price: CoachModel['price']): boolean {
  return price !== undefined && isFree(price);
}

/** Null if neither the tool nor the registry knows a price. */
function measureCost(
  { usage, value }: Pick<StructuredReply<unknown>, 'usage' | 'value'>,
  { systemPrompt, userMessage }: Pick<CallApiOptions<unknown>, 'systemPrompt' | 'userMessage'>,
  price: CoachModel['price'],
): number | null {
  if (isUnbilled(price)) return 0;
  const known = leastCostOf(usage, price);
  if (known !== undefined || price === undefined) return known ?? null;
  const tokens = (text: string) => text.length / CHARACTERS_PER_TOKEN;
  const inputTokens = tokens(systemPrompt) + tokens(userMessage);
  return priceOf({ inputTokens, outputTokens: tokens(JSON.stringify(value)) }, price);
}

/** The answers of steps that have not finished yet, so that a step that is repeated after a kill asks no model again. */
interface KeptAnswers {
  find(step: Step): Promise<KeptAnswer | undefined>;
  keep(step: Step, answer: KeptAnswer): Promise<void>;
  /** All steps of the session whose names begin with the prefix. */
  forget(sessionId: string, prefix: string): Promise<void>;
}

interface Step {
  readonly sessionId: string;
  readonly name: string;
}

interface KeptAnswer {
  /** The row of `api_call_log`, which may not be settled yet. */
  readonly callId: string;
  readonly usage: AnsweredUsage;
  readonly value: unknown;
  readonly sources: readonly WebSource[];
}

function createKeptAnswers(workbench: Workbench, clock: Clock): KeptAnswers {
  const { queries } = workbench;
  return {
    async find({ sessionId, name }) {
      const row = await queries
        .selectFrom('model_answers')
        .select('answer')
        .where('session_id', '=', sessionId)
        .where('step', '=', name)
        .executeTakeFirst();
      return row && (JSON.parse(row.answer) as KeptAnswer);
    },

    async keep({ sessionId, name }, answer) {
      const kept = { answer: JSON.stringify(answer), kept_at: clock.now().toISOString() };
      await queries
        .insertInto('model_answers')
        .values({ session_id: sessionId, step: name, ...kept })
        .onConflict((conflict) => conflict.columns(['session_id', 'step']).doUpdateSet(kept))
        .execute();
    },

    async forget(sessionId, prefix) {
      await queries
        .deleteFrom('model_answers')
        .where('session_id', '=', sessionId)
        .where(sql`substr(step, 1, ${prefix.length})`, '=', prefix)
        .execute();
    },
  };
}
