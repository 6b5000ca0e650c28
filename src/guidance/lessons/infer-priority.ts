import type { Priority } from '../item/item.js';
import type { LessonSource } from './turn.js';

export type Impact = 'production' | 'quality' | 'style' | 'info';

export interface PriorityFacts {
  readonly source: Exclude<LessonSource, 'process_knowledge_block'> | 'suggestion';
  readonly text: string;
  /** How often the same was corrected before. */
  readonly repetitions: number;
  /** The user called it critical. */
  readonly isCalledCritical: boolean;
}

/** The decision tree for the priority of what is learned. */
export function inferPriority({ source, text, repetitions, isCalledCritical }: PriorityFacts): Priority {
  if (repetitions >= 2 || source === 'repeated_mistake') return 'CRITICAL';
  if (isCalledCritical) return 'CRITICAL';
  const impact = impactOf(text);
  if (source === 'user_correction') {
    if (impact === 'production') return 'CRITICAL';
    return impact === 'quality' ? 'HIGH' : 'MEDIUM';
  }
  if (source === 'lesson_learned') return impact === 'production' ? 'HIGH' : 'MEDIUM';
  return 'MEDIUM';
}

export function impactOf(text: string): Impact {
  const lower = text.toLowerCase();
  const found = IMPACTS.find(({ words }) => words.some((word) => lower.includes(word)));
  return found?.impact ?? 'info';
}

const IMPACTS: readonly { readonly impact: Impact; readonly words: readonly string[] }[] = [
  {
    impact: 'production',
    words: [
      ...['deploy', 'release', 'production', 'publish', 'security', 'data loss', 'breaking', 'critical'],
      ...['users affected', 'downtime', 'rollback'],
    ],
  },
  {
    impact: 'quality',
    words: [
      ...['test', 'bug', 'error', 'exception', 'crash', 'refactor', 'code quality', 'lint', 'type check'],
      ...['coverage', 'regression'],
    ],
  },
  {
    impact: 'style',
    words: ['style', 'format', 'naming', 'organize', 'readability', 'comment', 'documentation'],
  },
];
