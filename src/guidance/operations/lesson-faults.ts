import { plainLine } from '../../kernel/plain-text.js';
import { readLessonMemory } from '../lessons/lesson-log.js';
import type { ReviewContext } from './review.js';

/** A week: long enough to be seen, and nobody can tell whether it was said again since. */
const TOLD_MS = 7 * 86_400_000;
const MOST_BLOCKS = 5;

/** What could not be learned: nobody hears a hook that complains, so it is said where people look. */
export function lessonFaults({ dataFolder, now }: ReviewContext): string[] {
  const { waiting, fault, unreadable } = readLessonMemory(dataFolder);
  const oldest = now.getTime() - TOLD_MS;
  const recent = unreadable.filter(({ time }) => Date.parse(time) >= oldest).slice(-MOST_BLOCKS);
  const lessons = waiting.length === 1 ? 'lesson waits' : 'lessons wait';
  return [
    ...(fault === undefined ? [] : [`${waiting.length} learned ${lessons} to be stored: ${fault}`]),
    ...recent.map(({ words, reason, time }) => {
      const block = `a [PROCESS_KNOWLEDGE] block of ${time.slice(0, 10)} was not learned: ${reason}`;
      return plainLine(`${block}; it begins "${words}"; say it again, or: witan knowledge add`);
    }),
  ];
}
