import { randomUUID } from 'node:crypto';
import type { Connection } from '../../storage/index.js';
import type { CoachingDatabase } from '../database/open-coaching-database.js';
import type { DreyfusAssessmentRow } from '../database/tables.js';
import type { Stage } from '../vocabulary.js';
import { normalizeName, type StoreContext } from './store-context.js';

/** One judgment of a skill, and what it is based on. */
export interface Assessed {
  readonly stage: Stage;
  readonly confidence: number;
  readonly evidence: string;
  readonly assessedAt: string;
  /** How to coach a person at this stage. */
  readonly recommendation?: string | undefined;
  /** The session that showed it; missing in what earlier versions stored. */
  readonly sessionId?: string | undefined;
}

/** What is known about a skill of the person, across projects. */
export interface Assessment {
  readonly id: string;
  readonly skillArea: string;
  readonly stage: Stage;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly assessedAt: string;
  /** The newest first, at most `MAX_HISTORY`; the first is the present one. */
  readonly history: readonly Assessed[];
}

interface NewAssessment extends Omit<Assessed, 'assessedAt'> {
  readonly skillArea: string;
}

export interface Assessments {
  /** Replaces the assessment of the skill and keeps what it was based on before. */
  save(assessment: NewAssessment): Promise<Assessment>;
  /** All of them or none. A session assesses a skill once: doing it again changes nothing. */
  saveAll(assessments: readonly NewAssessment[]): Promise<Assessment[]>;
  get(skillArea: string): Promise<Assessment | undefined>;
  /** By name of the skill. */
  list(): Promise<Assessment[]>;
  /** Says whether there was one. */
  remove(skillArea: string): Promise<boolean>;
}

const MAX_HISTORY = 20;

export function createAssessments({ database, clock }: StoreContext): Assessments {
  const { queries } = database;
  const all = queries.selectFrom('dreyfus_assessments').selectAll();
  const timed = (assessment: NewAssessment) => ({ ...assessment, assessedAt: clock.now().toISOString() });

  return {
    save: (assessment) => database.write((connection) => saveOne(connection, database, timed(assessment))),
    saveAll: (assessments) =>
      database.write((connection) => assessments.map((each) => saveOne(connection, database, timed(each)))),

    async get(skillArea) {
      const row = await all.where('skill_area', '=', skillArea).executeTakeFirst();
      return row && toAssessment(row);
    },

    async list() {
      return (await all.orderBy('skill_area').execute()).map(toAssessment);
    },

    async remove(skillArea) {
      const query = queries.deleteFrom('dreyfus_assessments').where('skill_area', '=', skillArea);
      return (await query.executeTakeFirstOrThrow()).numDeletedRows > 0n;
    },
  };
}

function saveOne(
  connection: Connection,
  { queries }: Pick<CoachingDatabase, 'queries'>,
  { skillArea, ...assessed }: NewAssessment & Pick<Assessed, 'assessedAt'>,
): Assessment {
  const name = normalizeName(skillArea);
  const rows = connection.execute(queries.selectFrom('dreyfus_assessments').selectAll());
  const before = rows.find((row) => normalizeName(row.skill_area) === name);
  const history = before === undefined ? [] : getHistory(before);
  const { sessionId } = assessed;
  const isRepeated = sessionId !== undefined && history.some((earlier) => earlier.sessionId === sessionId);
  if (before !== undefined && isRepeated) return toAssessment(before);
  const row: DreyfusAssessmentRow = {
    id: before?.id ?? randomUUID(),
    skill_area: before?.skill_area ?? skillArea,
    stage: assessed.stage,
    confidence: assessed.confidence,
    evidence: JSON.stringify([assessed, ...history].slice(0, MAX_HISTORY)),
    assessed_at: assessed.assessedAt,
  };
  const insert = queries.insertInto('dreyfus_assessments').values(row);
  connection.execute(insert.onConflict((conflict) => conflict.column('skill_area').doUpdateSet(row)));
  return toAssessment(row);
}

function getHistory({ evidence }: DreyfusAssessmentRow): Assessed[] {
  return JSON.parse(evidence) as Assessed[];
}

function toAssessment(row: DreyfusAssessmentRow): Assessment {
  return {
    id: row.id,
    skillArea: row.skill_area,
    stage: row.stage,
    confidence: row.confidence,
    assessedAt: row.assessed_at,
    history: getHistory(row),
  };
}
