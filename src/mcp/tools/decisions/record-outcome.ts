import { z } from 'zod';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { areDecisionsOn, type DecisionProgram } from './query-decisions.js';

export function recordOutcomeTool(open: Open<DecisionProgram>): Tool {
  return defineTool({
    name: 'record_outcome',
    title: 'Record an outcome',
    description:
      'Records how a decision turned out: right, wrong, mixed (partly right) or superseded (another decision replaced it). Later deliberations on similar questions see it, and it counts in the track record of every model that voted. Recording again replaces the earlier outcome.',
    input: INPUT,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    isOffered: () => areDecisionsOn(open),
    async handle(input) {
      return (await (await open()).decisions()).recordOutcome(input);
    },
  });
}

const INPUT = z.strictObject({
  decision_id: z.string().meta({ description: 'The deliberation_id, or the beginning of it if that is unique' }),
  outcome: z.enum(['right', 'wrong', 'superseded', 'mixed']),
  note: z.string().meta({ description: 'What happened, in a sentence or two', maxLength: 2000 }).optional(),
  superseded_by: z.string().meta({ description: 'The id of the later decision that replaced it' }).optional(),
});
