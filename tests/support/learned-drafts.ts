import type { ProjectFolders } from '../../src/guidance/index.js';
import { learnLessons } from '../../src/guidance/lessons/learn-lessons.js';

/** Ten rules that an agent wrote down in its answers; the hook makes drafts of them. */
export const LESSONS = [
  ['Lint before a commit', 'git commit', 'Run npm run lint before every commit.'],
  ['No sleeps in tests', 'vitest', 'Tests wait for a condition, never for a number of seconds.'],
  ['Migrations have a way back', 'db migrate', 'Every migration has a down step that was tried.'],
  ['Feature flags expire', 'flag create', 'A feature flag names the day on which it is removed.'],
  ['Logs without addresses', 'tail -f', 'No log line contains an e-mail address of a customer.'],
  ['Parcels keep their number', 'import parcels', 'An import never assigns a new number to a known parcel.'],
  ['Prices in cents', 'price update', 'Amounts of money are integers in cents, never floats.'],
  ['Backups before a restore', 'pg_restore', 'Take a fresh backup before anything is restored.'],
  ['Translations are complete', 'i18n extract', 'A new text exists in German and French before it ships.'],
  ['Queues are drained first', 'queue stop', 'Workers finish their jobs before a queue is stopped.'],
] as const;

export async function learnDrafts(folders: ProjectFolders, lessons: readonly Lesson[] = LESSONS): Promise<void> {
  for (const [index, [label, keyword, requirement]] of lessons.entries()) {
    const text = blockOf(label, keyword, requirement);
    const learned = await learnLessons({
      folders,
      turns: [{ role: 'assistant', text }],
      sessionId: 'learned-drafts',
      now: new Date(Date.now() + index),
      redact: (words) => words,
    });
    if (learned.lessons.length === 0) throw new Error(`nothing was learned from ${label}: ${learned.faults.join()}`);
  }
}

type Lesson = readonly [label: string, keyword: string, requirement: string];

function blockOf(label: string, keyword: string, requirement: string): string {
  return `Understood.

[PROCESS_KNOWLEDGE]
type: requirement
priority: HIGH
label: ${label}
tools: [Bash]
keywords: ["${keyword}"]
requirement: ${requirement}
[/PROCESS_KNOWLEDGE]`;
}
