import { introduce, paragraphs } from './argue.js';
import type { Option } from './find-options.js';
import type { Briefing } from './read-briefing.js';
import type { Voice } from './voices.js';

/** Without two options there is nothing to count for: said openly, and no vote is made up. */
export function abstain(voice: Voice, briefing: Briefing, options: readonly Option[]): string {
  const found = options.length === 0 ? 'no options' : 'no second option';
  const isRepeated = briefing.voteOnly || briefing.ownAnswers.length > 0;
  if (isRepeated) {
    return `I am a rehearsal voice without a language model and could read ${found}, so I abstain; naming them as "A or B" would help.`;
  }
  return paragraphs([
    introduce(voice),
    `I could read ${found} in the question, and I cannot think of any myself. So I abstain: naming them as "A or B" would give me something to count.`,
  ]);
}
