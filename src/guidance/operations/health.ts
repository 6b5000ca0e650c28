import type { KnowledgeItem } from '../item/item.js';
import { readLessonMemory } from '../lessons/lesson-log.js';
import { matchesPattern } from '../relevance/glob.js';
import type { KnowledgeHealth } from './knowledge.js';
import { filesBelow } from './project-files.js';
import type { ReviewContext } from './review.js';

/** What `doctor` should know of the knowledge itself. `items` are those in force. */
export function examineHealth(
  items: readonly KnowledgeItem[],
  faults: readonly string[],
  projectFolder: string,
): KnowledgeHealth {
  const critical = items.filter(({ priority }) => priority === 'CRITICAL').length;
  return {
    items: items.length,
    critical,
    hasTooManyCritical: items.length >= MIN_ITEMS && critical * 2 > items.length,
    idlePatterns: findIdlePatterns(items, projectFolder),
    faults,
  };
}

/** One CRITICAL item out of one is not too many. */
const MIN_ITEMS = 3;

function findIdlePatterns(items: readonly KnowledgeItem[], projectFolder: string) {
  const waiting = new Map<string, string[]>();
  for (const { id, triggers } of items) {
    for (const pattern of triggers.files) {
      if (!pattern.startsWith('/')) waiting.set(pattern, [...(waiting.get(pattern) ?? []), id]);
    }
  }
  for (const file of waiting.size === 0 ? [] : filesBelow(projectFolder)) {
    for (const pattern of waiting.keys()) if (matchesPattern(file, pattern)) waiting.delete(pattern);
    if (waiting.size === 0) break;
  }
  return [...waiting].flatMap(([pattern, ids]) => ids.map((item) => ({ item, pattern })));
}

/** Lessons that could not be stored yet, and why: the output of a hook that fails reaches no user. */
export function lessonFaults({ dataFolder }: ReviewContext): string[] {
  const { waiting, fault } = readLessonMemory(dataFolder);
  const lessons = waiting.length === 1 ? 'lesson waits' : 'lessons wait';
  return fault === undefined ? [] : [`${waiting.length} learned ${lessons} to be stored: ${fault}`];
}
