import { STAGES, type Stage } from '../vocabulary.js';

/** The middle of the person's skills, and the lower one of two; a person about whom nothing is known is a novice. */
export function overallStage(assessments: readonly { readonly stage: Stage }[]): Stage {
  const levels = assessments.map(({ stage }) => STAGES.indexOf(stage)).sort((a, b) => a - b);
  return STAGES[levels[Math.floor((levels.length - 1) / 2)] ?? 0] ?? 'novice';
}
