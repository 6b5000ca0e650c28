import { z } from 'zod';
import type { Phase } from '../store/phases.js';
import type { Workbench } from '../workspace/workbench.js';

export const phaseReviewSchema = z.object({
  phaseId: z.string(),
  phaseNumber: z.int(),
  summary: z.string(),
  strengths: z.array(z.string()).readonly(),
  remarks: z.array(z.object({ path: z.string(), line: z.int().nullable(), text: z.string() })).readonly(),
  isReady: z.boolean(),
});

export type PhaseReview = Readonly<z.infer<typeof phaseReviewSchema>>;

/** A phase can get another number later. */
type KeptReview = Omit<PhaseReview, 'phaseId' | 'phaseNumber'>;

/** The last review of each phase, for pages that connect later. */
export interface PhaseReviews {
  keep(sessionId: string, review: PhaseReview): Promise<void>;
  /** Of these phases, with the numbers that they have now. */
  list(phases: readonly Pick<Phase, 'id' | 'number'>[]): Promise<PhaseReview[]>;
}

export function createPhaseReviews({ queries }: Workbench): PhaseReviews {
  return {
    async keep(sessionId, { phaseId, phaseNumber: _now, ...review }) {
      const kept = { session_id: sessionId, review: JSON.stringify(review) };
      await queries
        .insertInto('phase_reviews')
        .values({ phase_id: phaseId, ...kept })
        .onConflict((conflict) => conflict.column('phase_id').doUpdateSet(kept))
        .execute();
    },

    async list(phases) {
      const numbers = new Map(phases.map(({ id, number }) => [id, number]));
      const rows = await queries
        .selectFrom('phase_reviews')
        .select(['phase_id', 'review'])
        .where('phase_id', 'in', [...numbers.keys()])
        .execute();
      return rows.map(({ phase_id, review }) => ({
        ...(JSON.parse(review) as KeptReview),
        phaseId: phase_id,
        phaseNumber: numbers.get(phase_id) ?? 0,
      }));
    },
  };
}
