import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DreyfusAssessmentRow } from '../database/tables.js';
import { STAGES, type Stage } from '../vocabulary.js';
import { readColumn, type StoreContext } from './store-context.js';

const assessedSchema = z.object({
  stage: z.enum(STAGES),
  confidence: z.number(),
  evidence: z.string(),
  assessedAt: z.string(),
});

/** One judgment of a skill, and what it is based on. */
type Assessed = Readonly<z.infer<typeof assessedSchema>>;

/** What is known about a skill of the person, across projects. */
interface Assessment {
  readonly id: string;
  readonly skillArea: string;
  readonly stage: Stage;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly assessedAt: string;
  /** The newest first, at most `MAX_HISTORY`; the first is the present one. */
  readonly history: readonly Assessed[];
}

interface NewAssessment {
  readonly skillArea: string;
  readonly stage: Stage;
  readonly confidence: number;
  readonly evidence: string;
}

export interface Assessments {
  /** Replaces the assessment of the skill and keeps what it was based on before. */
  save(assessment: NewAssessment): Promise<Assessment>;
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

  return {
    save({ skillArea, stage, confidence, evidence }) {
      const assessedAt = clock.now().toISOString();
      return database.write((connection) => {
        const [before] = connection.execute(all.where('skill_area', '=', skillArea));
        const history = [{ stage, confidence, evidence, assessedAt }, ...(before ? historyOf(before) : [])];
        const row: DreyfusAssessmentRow = {
          id: before?.id ?? randomUUID(),
          skill_area: skillArea,
          stage,
          confidence,
          evidence: JSON.stringify(history.slice(0, MAX_HISTORY)),
          assessed_at: assessedAt,
        };
        connection.execute(
          queries
            .insertInto('dreyfus_assessments')
            .values(row)
            .onConflict((conflict) => conflict.column('skill_area').doUpdateSet(row)),
        );
        return toAssessment(row);
      });
    },

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

const historySchema = z.array(assessedSchema);

function historyOf({ evidence }: DreyfusAssessmentRow): Assessed[] {
  return readColumn(historySchema, 'dreyfus_assessments.evidence', evidence);
}

function toAssessment(row: DreyfusAssessmentRow): Assessment {
  return {
    id: row.id,
    skillArea: row.skill_area,
    stage: row.stage,
    confidence: row.confidence,
    assessedAt: row.assessed_at,
    history: historyOf(row),
  };
}
