import type { Clock } from '../../kernel/clock.js';
import type { ApiCallLog } from '../action-log/api-call-log.js';
import { startOfDay } from '../api/start-of-day.js';
import type { CoachingDatabase } from '../database/open-coaching-database.js';
import type { CoachingStore } from '../store/coaching-store.js';
import type { Gap } from '../store/gaps.js';
import type { Stage } from '../vocabulary.js';
import { byUrgency } from './shown-items.js';

export type StatsPeriod = '7d' | '30d' | 'all';

/** What the person has done and learned, as `paige.db` has it. */
export interface DashboardState {
  readonly dreyfus: readonly {
    readonly skillArea: string;
    readonly stage: Stage;
    readonly confidence: number;
    readonly assessedAt: string;
    /** The newest first. */
    readonly history: readonly { readonly stage: Stage; readonly evidence: string; readonly assessedAt: string }[];
  }[];
  readonly stats: DashboardStats & { readonly period: StatsPeriod };
  readonly inProgressSessions: readonly {
    readonly id: string;
    readonly issueNumber: number | null;
    readonly issueTitle: string;
    readonly startedAt: string;
  }[];
  readonly katas: readonly {
    readonly id: string;
    readonly title: string;
    readonly topic: string;
    readonly attemptsCount: number;
    /** Null before the first review. */
    readonly bestLevel: number | null;
    readonly constraintCount: number;
    /** Null if it was never practiced. */
    readonly dueAt: string | null;
    readonly isDue: boolean;
  }[];
  /** Those that are open first, then by severity and frequency. */
  readonly gaps: readonly Omit<Gap, 'sessionId' | 'relatedConcepts'>[];
  readonly spending: { readonly today: number; readonly cap: number; readonly unpricedCalls: number };
}

interface DashboardStats {
  readonly sessionsCompleted: number;
  readonly totalCoachingMinutes: number;
  readonly issuesWorkedOn: number;
  readonly knowledgeGapsIdentified: number;
  readonly knowledgeGapsAddressed: number;
  readonly hintsUsed: number;
  readonly apiCostTotal: number;
}

export interface StateDependencies {
  readonly database: CoachingDatabase;
  readonly store: CoachingStore;
  readonly apiCallLog: Pick<ApiCallLog, 'spending'>;
  readonly clock: Clock;
  /** In US dollars. */
  readonly dailyCapUsd: number;
}

interface StateFilter {
  readonly period: StatsPeriod;
  /** Whose unfinished sessions are listed; without it those of all projects. Everything else is the person's. */
  readonly projectDir?: string;
}

export async function readDashboardState(
  dependencies: StateDependencies,
  { period, projectDir }: StateFilter,
): Promise<DashboardState> {
  const { database, store, apiCallLog, clock, dailyCapUsd } = dependencies;
  const start = getStart(period, clock);
  const active = { status: 'active', ...(projectDir !== undefined && { projectDir }) } as const;
  const [stats, assessments, sessions, gaps, katas, spent] = await Promise.all([
    database.read((connection) => connection.first<DashboardStats>(STATS, [start]) ?? NO_STATS),
    store.assessments.list(),
    store.sessions.list(active),
    store.gaps.list(),
    readKatas(dependencies),
    apiCallLog.spending({ since: startOfDay(clock) }),
  ]);
  return {
    dreyfus: assessments.map(({ skillArea, stage, confidence, assessedAt, history }) => ({
      ...{ skillArea, stage, confidence, assessedAt },
      history: history.map((assessed) => ({
        stage: assessed.stage,
        evidence: assessed.evidence,
        assessedAt: assessed.assessedAt,
      })),
    })),
    stats: { period, ...stats },
    inProgressSessions: sessions.map(({ id, issueNumber, issueTitle, startedAt }) => ({
      ...{ id, issueNumber, issueTitle, startedAt },
    })),
    katas,
    gaps: gaps
      .toSorted(byUrgency)
      .map(({ id, topic, severity, evidence, frequency, addressed, lastEncounteredAt }) => ({
        ...{ id, topic, severity, evidence, frequency, addressed, lastEncounteredAt },
      })),
    spending: { today: spent.totalCost, cap: dailyCapUsd, unpricedCalls: spent.unpricedCalls },
  };
}

/** Times are compared as texts, and the empty one is before all of them. */
function getStart(period: StatsPeriod, clock: Clock): string {
  return period === 'all' ? '' : new Date(clock.now().getTime() - DAYS[period] * DAY_MS).toISOString();
}

const DAYS = { '7d': 7, '30d': 30 } as const;
const DAY_MS = 86_400_000;

/** An issue number is unique in its project only. A cross join keeps the order: without it, all hints would be looked at. */
const STATS = `
  WITH period (start) AS (SELECT ?)
  SELECT
    (SELECT count(*) FROM sessions, period WHERE status = 'completed' AND ended_at >= start) AS sessionsCompleted,
    (SELECT total((julianday(ended_at) - julianday(started_at)) * 1440) FROM sessions, period
      WHERE status = 'completed' AND ended_at >= start) AS totalCoachingMinutes,
    (SELECT count(*) FROM (SELECT DISTINCT project_dir, issue_number FROM sessions, period
      WHERE issue_number IS NOT NULL AND started_at >= start)) AS issuesWorkedOn,
    (SELECT count(*) FROM knowledge_gaps, period WHERE last_encountered_at >= start) AS knowledgeGapsIdentified,
    (SELECT count(*) FROM knowledge_gaps, period
      WHERE last_encountered_at >= start AND addressed = 1) AS knowledgeGapsAddressed,
    CASE (SELECT start FROM period)
      WHEN '' THEN (SELECT count(*) FROM progress_events WHERE event_type = 'hint_used')
      ELSE (SELECT count(*) FROM period CROSS JOIN sessions ON sessions.started_at >= start
        CROSS JOIN plans ON plans.session_id = sessions.id CROSS JOIN phases ON phases.plan_id = plans.id
        CROSS JOIN progress_events ON phase_id = phases.id WHERE event_type = 'hint_used')
    END AS hintsUsed,
    (SELECT total(cost_estimate) FROM api_call_log, period WHERE created_at >= start) AS apiCostTotal
`;

const NO_STATS: DashboardStats = {
  sessionsCompleted: 0,
  totalCoachingMinutes: 0,
  issuesWorkedOn: 0,
  knowledgeGapsIdentified: 0,
  knowledgeGapsAddressed: 0,
  hintsUsed: 0,
  apiCostTotal: 0,
};

/** Counted by SQLite: the codes of all attempts are long, and nothing of them is shown. */
const KATAS = `
  SELECT kata_specs.id, title, topic, json_array_length(user_attempts) AS attemptsCount,
    (SELECT max(json_extract(value, '$.level')) FROM json_each(user_attempts)) AS bestLevel,
    json_array_length(constraints) AS constraintCount, json_extract(user_attempts, '$[#-1].dueAt') AS dueAt
  FROM kata_specs JOIN knowledge_gaps ON knowledge_gaps.id = knowledge_gap_id ORDER BY kata_specs.rowid
`;

async function readKatas({ database, clock }: StateDependencies): Promise<DashboardState['katas']> {
  const katas = await database.read((connection) =>
    connection.all<Omit<DashboardState['katas'][number], 'isDue'>>(KATAS),
  );
  const now = clock.now().toISOString();
  return katas.map((kata) => ({ ...kata, isDue: kata.dueAt === null || kata.dueAt <= now }));
}
