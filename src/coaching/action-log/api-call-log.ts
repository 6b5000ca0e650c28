import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../kernel/clock.js';
import { CoachError } from '../coach-error.js';
import { hasSession } from '../database/has-session.js';
import type { CoachingDatabase } from '../database/open-coaching-database.js';
import type { ApiCallLogRow } from '../database/tables.js';
import type { CallType } from '../vocabulary.js';

/** Every call to a model with its cost. */
export interface ApiCallLog {
  /** Before the call, so that one during which the program ends is counted too. */
  logApiCall(sessionId: string | null, callType: CallType, metadata: CallMetadata): Promise<ApiCall>;
  /** A call of this or an earlier run, which may not be settled yet. */
  reopen(id: string): ApiCall;
  spending(filter?: SpendingFilter): Promise<Spending>;
}

interface CallMetadata {
  /** As it is asked for. */
  readonly model: string;
  readonly inputHash: string;
}

/** A call that runs. It is settled once; what is reported later is ignored. */
export interface ApiCall {
  readonly id: string;
  complete(usage: AnsweredUsage): Promise<void>;
  /** Without usage nothing was used; a refused or cut answer has its price. */
  fail(usage?: CallUsage): Promise<void>;
}

/** Null where it is unknown. */
interface CallUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** In US dollars. */
  readonly costEstimate: number | null;
}

/** Of a call that was answered. */
export interface AnsweredUsage extends CallUsage {
  readonly latencyMs: number;
  /** The full id of the model that answered, if it is another than the one that was asked, such as an alias. */
  readonly model?: string | undefined;
}

interface SpendingFilter {
  readonly sessionId?: string;
  readonly since?: Date;
  readonly callType?: CallType;
}

interface CallTotals {
  readonly calls: number;
  readonly failedCalls: number;
  /** Calls that run, were cut off by a kill, or were made by others at an unknown price. */
  readonly unpricedCalls: number;
  /** In US dollars, of the calls with a price. */
  readonly totalCost: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the calls that were answered; null if there are none. */
  readonly averageLatencyMs: number | null;
}

interface Spending extends CallTotals {
  /** The most expensive first. */
  readonly byModel: readonly (CallTotals & { readonly model: string })[];
}

export function createApiCallLog({ database, clock }: { database: CoachingDatabase; clock: Clock }): ApiCallLog {
  const { queries } = database;

  async function settle(id: string, latencyMs: number, { model, ...usage }: SettledUsage): Promise<void> {
    await queries
      .updateTable('api_call_log')
      .set({
        latency_ms: latencyMs,
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
        cost_estimate: usage.costEstimate,
        ...(model !== undefined && { model }),
      })
      .where('id', '=', id)
      .where('latency_ms', 'is', null)
      .execute();
  }

  const toCall = (id: string): ApiCall => ({
    id,
    complete: ({ latencyMs, ...usage }) => settle(id, Math.max(0, Math.round(latencyMs)), usage),
    fail: (usage = NOTHING_USED) => settle(id, FAILED, usage),
  });

  return {
    async logApiCall(sessionId, callType, { model, inputHash }) {
      const row: ApiCallLogRow = {
        id: randomUUID(),
        session_id: sessionId,
        call_type: callType,
        model,
        input_hash: inputHash,
        latency_ms: null,
        input_tokens: null,
        output_tokens: null,
        cost_estimate: null,
        created_at: clock.now().toISOString(),
      };
      await database.write((connection) => {
        const isAllowed =
          sessionId === null ? SESSIONLESS_CALLS.has(callType) : hasSession(connection, database, sessionId);
        if (!isAllowed) throw noSession(callType);
        connection.execute(queries.insertInto('api_call_log').values(row));
      });
      return toCall(row.id);
    },

    reopen: toCall,

    spending: (filter = {}) =>
      database.read((connection) => {
        const selected = selectTotals(queries, filter);
        const [totals] = connection.execute(selected);
        const byModel = connection.execute(
          selected.select('model').groupBy('model').orderBy('totalCost', 'desc').orderBy('model'),
        );
        return { ...(totals ?? NO_CALLS), byModel };
      }),
  };
}

type SettledUsage = CallUsage & Pick<AnsweredUsage, 'model'>;

const FAILED = -1;
const NOTHING_USED: CallUsage = { inputTokens: 0, outputTokens: 0, costEstimate: 0 };

/** What explaining, reviewing and the dashboard ask; they also work without a session. */
const SESSIONLESS_CALLS: ReadonlySet<CallType> = new Set([
  'explain_this',
  'practice_review',
  'issue_assessment',
  'learning_materials',
]);

function noSession(callType: CallType): CoachError {
  return new CoachError('NO_SESSION', `${callType} needs a session, and there is none; start one first`);
}

const NO_CALLS: CallTotals = {
  calls: 0,
  failedCalls: 0,
  unpricedCalls: 0,
  totalCost: 0,
  inputTokens: 0,
  outputTokens: 0,
  averageLatencyMs: null,
};

function selectTotals(queries: CoachingDatabase['queries'], { sessionId, since, callType }: SpendingFilter) {
  let query = queries
    .selectFrom('api_call_log')
    .select([
      sql<number>`count(*)`.as('calls'),
      sql<number>`count(*) FILTER (WHERE latency_ms = ${FAILED})`.as('failedCalls'),
      sql<number>`count(*) FILTER (WHERE cost_estimate IS NULL)`.as('unpricedCalls'),
      sql<number>`total(cost_estimate)`.as('totalCost'),
      sql<number>`coalesce(sum(input_tokens), 0)`.as('inputTokens'),
      sql<number>`coalesce(sum(output_tokens), 0)`.as('outputTokens'),
      sql<number | null>`avg(latency_ms) FILTER (WHERE latency_ms >= 0)`.as('averageLatencyMs'),
    ]);
  if (sessionId !== undefined) query = query.where('session_id', '=', sessionId);
  if (callType !== undefined) query = query.where('call_type', '=', callType);
  if (since !== undefined) query = query.where('created_at', '>=', since.toISOString());
  return query;
}
