import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ProgressEventRow } from '../database/tables.js';
import type { ProgressEventType } from '../vocabulary.js';
import { type Assessments, createAssessments } from './assessments.js';
import { createGaps, findGap, type Gap, type Gaps, type NewGap, recordGap, toGap } from './gaps.js';
import { createKatas, insertKata, type Kata, type Katas, type NewKata, toKata } from './katas.js';
import { createPhaseHints, type PhaseHints } from './phase-hints.js';
import { createPhases, type Phases } from './phases.js';
import { createPlans, type Plans } from './plans.js';
import { createSessions, type Sessions } from './sessions.js';
import { expectParent, normalizeName, type StoreContext } from './store-context.js';

/** The content of `paige.db`, one group of operations per table. Every operation is one transaction. */
export interface CoachingStore {
  readonly sessions: Sessions;
  readonly plans: Plans;
  readonly phases: Phases;
  readonly phaseHints: PhaseHints;
  readonly progressEvents: ProgressEvents;
  readonly assessments: Assessments;
  readonly gaps: Gaps;
  readonly katas: Katas;
  readonly findings: Findings;
}

export function createCoachingStore(context: StoreContext): CoachingStore {
  return {
    sessions: createSessions(context),
    plans: createPlans(context),
    phases: createPhases(context),
    phaseHints: createPhaseHints(context),
    progressEvents: createProgressEvents(context),
    assessments: createAssessments(context),
    gaps: createGaps(context),
    katas: createKatas(context),
    findings: createFindings(context),
  };
}

/** The results of a session: topics that the person struggled with, and exercises for them. */
interface NewFindings {
  readonly sessionId: string;
  readonly gaps: readonly Omit<NewGap, 'sessionId'>[];
  readonly katas: readonly NewFindingKata[];
}

interface NewFindingKata extends Omit<NewKata, 'knowledgeGapId'> {
  /** The topic of one of the gaps, or of one that is known already. An exercise for another topic is left out. */
  readonly topic: string;
}

interface StoredFindings {
  readonly gaps: readonly Gap[];
  readonly katas: readonly (Kata & { readonly topic: string })[];
}

interface Findings {
  /** All of them or none. Recording them again adds nothing: a gap counts once per session, a kata once per gap and title. */
  record(findings: NewFindings): Promise<StoredFindings>;
}

function createFindings({ database, clock }: StoreContext): Findings {
  const { queries } = database;
  return {
    record({ sessionId, gaps, katas }) {
      const now = clock.now().toISOString();
      return database.write((connection) => {
        expectParent(connection, database, { table: 'sessions', id: sessionId });
        const recorded = gaps.map((gap) => {
          const known = findGap(connection, database, gap.topic);
          if (known?.session_id === sessionId) return toGap(known);
          return recordGap(connection, database, { found: { ...gap, sessionId }, now }).gap;
        });
        const stored = katas.flatMap(({ topic, ...kata }) => {
          const gap = findGap(connection, database, topic);
          if (gap === undefined) return [];
          const known = queries.selectFrom('kata_specs').selectAll().where('knowledge_gap_id', '=', gap.id);
          const title = normalizeName(kata.title);
          const same = connection.execute(known).find((row) => normalizeName(row.title) === title);
          const made = same ? toKata(same) : insertKata(connection, database, { ...kata, knowledgeGapId: gap.id });
          return [{ ...made, topic: gap.topic }];
        });
        return { gaps: distinct(recorded), katas: distinct(stored) };
      });
    },
  };
}

function distinct<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

interface ProgressEvent {
  readonly id: string;
  readonly phaseId: string;
  readonly eventType: ProgressEventType;
  readonly data: ProgressData | null;
  readonly createdAt: string;
}

type ProgressData = Readonly<Record<string, unknown>>;

interface ProgressEvents {
  record(phaseId: string, eventType: ProgressEventType, data?: ProgressData): Promise<ProgressEvent>;
  /** The oldest first. */
  list(phaseId: string): Promise<ProgressEvent[]>;
}

function createProgressEvents({ database, clock }: StoreContext): ProgressEvents {
  const { queries } = database;
  return {
    record(phaseId, eventType, data) {
      const row: ProgressEventRow = {
        id: randomUUID(),
        phase_id: phaseId,
        event_type: eventType,
        data: data === undefined ? null : JSON.stringify(data),
        created_at: clock.now().toISOString(),
      };
      return database.write((connection) => {
        expectParent(connection, database, { table: 'phases', id: phaseId });
        connection.execute(queries.insertInto('progress_events').values(row));
        return toEvent(row);
      });
    },

    async list(phaseId) {
      const query = queries.selectFrom('progress_events').selectAll().where('phase_id', '=', phaseId);
      return (await query.orderBy('created_at').orderBy(sql`rowid`).execute()).map(toEvent);
    },
  };
}

function toEvent(row: ProgressEventRow): ProgressEvent {
  return {
    id: row.id,
    phaseId: row.phase_id,
    eventType: row.event_type,
    data: row.data === null ? null : (JSON.parse(row.data) as ProgressData),
    createdAt: row.created_at,
  };
}
