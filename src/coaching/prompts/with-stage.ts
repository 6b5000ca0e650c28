import type { Stage } from '../vocabulary.js';

/** A system prompt with the person's stage where it has `{dreyfus_stage}`. */
export function withStage(systemPrompt: string, stage: Stage): string {
  return systemPrompt.replaceAll('{dreyfus_stage}', stage);
}
