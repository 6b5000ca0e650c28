import { readLessonMemory } from '../lessons/lesson-log.js';
import type { ReviewContext } from './review.js';

/** Lessons that could not be stored yet, and why: the output of a hook that fails reaches no user. */
export function lessonFaults({ dataFolder }: ReviewContext): string[] {
  const { waiting, fault } = readLessonMemory(dataFolder);
  const lessons = waiting.length === 1 ? 'lesson waits' : 'lessons wait';
  return fault === undefined ? [] : [`${waiting.length} learned ${lessons} to be stored: ${fault}`];
}
