import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import type { WebSource } from '../../models/ask-structured.js';
import type { AnsweredUsage } from '../action-log/api-call-log.js';
import { readColumn } from '../store/store-context.js';
import type { Workbench } from '../workspace/workbench.js';

/** The answers of steps that have not finished yet, so that a step that is repeated after a kill asks no model again. */
export interface KeptAnswers {
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

export function createKeptAnswers(workbench: Workbench, clock: Clock): KeptAnswers {
  const { queries } = workbench;
  return {
    async find({ sessionId, name }) {
      const row = await queries
        .selectFrom('model_answers')
        .select('answer')
        .where('session_id', '=', sessionId)
        .where('step', '=', name)
        .executeTakeFirst();
      return row && readColumn(answerSchema, 'model_answers.answer', row.answer);
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

const answerSchema = z.object({
  callId: z.string(),
  usage: z.object({
    latencyMs: z.number(),
    model: z.string().optional(),
    inputTokens: z.number().nullable(),
    outputTokens: z.number().nullable(),
    costEstimate: z.number().nullable(),
  }),
  value: z.unknown(),
  sources: z.array(z.object({ url: z.string(), title: z.string() })),
});
