import { createEmptyCard, fsrs, type Grade, Rating, State } from 'ts-fsrs';
import { z } from 'zod';
import { readColumn } from '../store/store-context.js';
import type { Workbench } from '../workspace/workbench.js';

/** When katas should be practiced again, by spaced repetition (FSRS). */
export interface PracticeSchedule {
  /** Counts a review and returns when the kata is due next. */
  record(kataId: string, review: ReviewedAttempt): Promise<string>;
  /** By the ids of katas; one that was never reviewed has none and is due. */
  dueDates(): Promise<ReadonlyMap<string, string>>;
}

interface ReviewedAttempt {
  readonly level: number;
  readonly passed: boolean;
  readonly at: Date;
}

export function createPracticeSchedule(workbench: Workbench): PracticeSchedule {
  const { queries } = workbench;
  const rows = queries.selectFrom('practice_schedule');
  return {
    record: (kataId, { at, ...review }) =>
      workbench.write((connection) => {
        const [row] = connection.execute(rows.select('card').where('kata_id', '=', kataId));
        const before = row && readColumn(cardSchema, 'practice_schedule.card', row.card);
        const { card } = scheduler.next(before ?? createEmptyCard(at), at, ratingOf(review));
        const next = { due_at: card.due.toISOString(), card: JSON.stringify(card) };
        const insert = queries.insertInto('practice_schedule').values({ kata_id: kataId, ...next });
        connection.execute(insert.onConflict((conflict) => conflict.column('kata_id').doUpdateSet(next)));
        return next.due_at;
      }),

    async dueDates() {
      const scheduled = await rows.select(['kata_id', 'due_at']).execute();
      return new Map(scheduled.map(({ kata_id, due_at }) => [kata_id, due_at]));
    },
  };
}

/** In days: what was practiced an hour ago is not practiced again by a timer. */
const scheduler = fsrs({ enable_short_term: false, maximum_interval: 365 });

/** A pass is as easy as the solution was good. */
function ratingOf({ level, passed }: Omit<ReviewedAttempt, 'at'>): Grade {
  if (!passed) return Rating.Again;
  if (level <= MAX_HARD_LEVEL) return Rating.Hard;
  return level < MIN_EASY_LEVEL ? Rating.Good : Rating.Easy;
}

const MAX_HARD_LEVEL = 3;
const MIN_EASY_LEVEL = 8;

const cardSchema = z.object({
  due: z.string(),
  stability: z.number(),
  difficulty: z.number(),
  elapsed_days: z.number(),
  scheduled_days: z.number(),
  learning_steps: z.number(),
  reps: z.number(),
  lapses: z.number(),
  state: z.enum(State),
  last_review: z.string(),
});
