import { randomUUID } from 'node:crypto';
import type { Clock } from '../../kernel/clock.js';
import type { Workbench } from '../workspace/workbench.js';

/** What a run of the pipeline is asked for. */
export interface PlanRequest {
  readonly planText: string;
  readonly issueSummary: string;
  readonly issueNumber?: number | undefined;
}

/** What `paige.db` has no column for. */
export interface PlanDetails {
  readonly memoryConnection: string | null;
  readonly estimatedDifficulty: string;
  /** It was made without a model. */
  readonly isDemo: boolean;
}

/** Runs of the pipeline. A run has the id of its plan from the beginning, so that it makes one plan however often it is continued. */
export interface PlanRuns {
  begin(sessionId: string, request: PlanRequest): Promise<PlanRun>;
  /** Of one session, or all; the oldest first. */
  unfinished(sessionId?: string): Promise<PlanRun[]>;
  /** The newest of the session that has its plan. */
  lastFinished(sessionId: string): Promise<PlanRun | undefined>;
  setDetails(planId: string, details: PlanDetails): Promise<void>;
  finish(planId: string): Promise<void>;
  /** A run that failed. */
  remove(planId: string): Promise<void>;
  /** Undefined for a plan that was typed by hand. */
  details(planId: string): Promise<PlanDetails | undefined>;
}

export interface PlanRun {
  readonly planId: string;
  readonly sessionId: string;
  readonly request: PlanRequest;
}

export function createPlanRuns(workbench: Workbench, clock: Clock): PlanRuns {
  const { queries } = workbench;
  const now = () => clock.now().toISOString();
  return {
    async begin(sessionId, request) {
      const planId = randomUUID();
      const row = { plan_id: planId, session_id: sessionId, request: JSON.stringify(request), started_at: now() };
      await queries
        .insertInto('plan_runs')
        .values({ ...row, details: null, finished_at: null })
        .execute();
      return { planId, sessionId, request };
    },

    async unfinished(sessionId) {
      const all = queries.selectFrom('plan_runs').selectAll().where('finished_at', 'is', null).orderBy('started_at');
      const rows = await (sessionId === undefined ? all : all.where('session_id', '=', sessionId)).execute();
      return rows.map(toPlanRun);
    },

    async lastFinished(sessionId) {
      const row = await queries
        .selectFrom('plan_runs')
        .selectAll()
        .where('session_id', '=', sessionId)
        .where('finished_at', 'is not', null)
        .orderBy('finished_at', 'desc')
        .executeTakeFirst();
      return row && toPlanRun(row);
    },

    async setDetails(planId, details) {
      await queries
        .updateTable('plan_runs')
        .set({ details: JSON.stringify(details) })
        .where('plan_id', '=', planId)
        .execute();
    },

    async finish(planId) {
      await queries.updateTable('plan_runs').set({ finished_at: now() }).where('plan_id', '=', planId).execute();
    },

    async remove(planId) {
      await queries.deleteFrom('plan_runs').where('plan_id', '=', planId).execute();
    },

    async details(planId) {
      const query = queries.selectFrom('plan_runs').select('details').where('plan_id', '=', planId);
      const text = (await query.executeTakeFirst())?.details ?? null;
      return text === null ? undefined : (JSON.parse(text) as PlanDetails);
    },
  };
}

function toPlanRun(row: { plan_id: string; session_id: string; request: string }): PlanRun {
  return {
    planId: row.plan_id,
    sessionId: row.session_id,
    request: JSON.parse(row.request) as PlanRequest,
  };
}
