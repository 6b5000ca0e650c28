import { detectLessons } from './detect-lessons.js';
import type { Turn } from './turn.js';

/** Whether anything may be learned from these turns, so that the heavy part is worth loading. Never throws. */
export function findLessonCandidates(turns: readonly Turn[]): boolean {
  try {
    return turns.some((turn) => detectLessons(turn).length > 0);
  } catch {
    return false;
  }
}
