import { z } from 'zod';
import { defineTool, type Tool } from '../../define-tool.js';
import type { DecisionsAccess } from '../../ports.js';

export function recordOutcomeTool(access: DecisionsAccess): Tool {
  return defineTool({
    name: 'record_outcome',
    title: 'Record an outcome',
    description:
      'Writes down how a decision turned out once that is known: right, wrong, mixed (partly right) or superseded (another decision took its place). Later deliberations on similar questions are told of it, and it counts in the record of every model that voted. Recording again replaces what was recorded.',
    input: INPUT,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    isOffered: () => access.isEnabled(),
    async handle(input) {
      const decisions = await access.open();
      return decisions.recordOutcome(input);
    },
  });
}

const INPUT = z.strictObject({
  decision_id: z.string().meta({ description: 'The deliberation_id, or the beginning of it if that is unique' }),
  outcome: z.enum(['right', 'wrong', 'superseded', 'mixed']),
  note: z.string().meta({ description: 'What happened, in a sentence or two', maxLength: 2000 }).optional(),
  superseded_by: z.string().meta({ description: 'The id of the later decision that took its place' }).optional(),
});
