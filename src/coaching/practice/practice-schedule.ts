import { type Card, createEmptyCard, fsrs, type Grade, Rating } from 'ts-fsrs';
import type { Attempt } from '../store/katas.js';

/**
 * When a kata should be practiced again, by spaced repetition (FSRS); null if it was never reviewed. It follows from the
 * attempts alone, so that the date can be stored with the last one.
 */
export function dueAfter(attempts: readonly Pick<Attempt, 'level' | 'passed' | 'reviewedAt'>[]): string | null {
  const reviews = attempts
    .flatMap(({ reviewedAt, level = MIN_LEVEL, passed = false }) =>
      reviewedAt === undefined ? [] : [{ at: new Date(reviewedAt), grade: gradeOf(level, passed) }],
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  let card: Card | undefined;
  for (const { at, grade } of reviews) ({ card } = scheduler.next(card ?? createEmptyCard(at), at, grade));
  return card?.due.toISOString() ?? null;
}

/** In days: what was practiced an hour ago is not practiced again by a timer. */
const scheduler = fsrs({ enable_short_term: false, maximum_interval: 365 });

/** A pass is as easy as the solution was good. */
function gradeOf(level: number, passed: boolean): Grade {
  if (!passed) return Rating.Again;
  if (level <= MAX_HARD_LEVEL) return Rating.Hard;
  return level < MIN_EASY_LEVEL ? Rating.Good : Rating.Easy;
}

const MIN_LEVEL = 1;
const MAX_HARD_LEVEL = 3;
const MIN_EASY_LEVEL = 8;
