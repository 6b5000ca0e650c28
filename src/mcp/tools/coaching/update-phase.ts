import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { PHASE_STATUSES } from '../../../coaching/vocabulary.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { countedFromOne, SHOWING } from './fields.js';

export function updatePhaseTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_update_phase',
    title: 'Update a phase',
    description:
      'Sets the status of a phase of the plan: active when the person begins it, complete when its work is done. One phase is active at a time.',
    input: z.strictObject({
      phase: countedFromOne('Its number, from 1'),
      status: z.enum(PHASE_STATUSES).meta({ description: 'Its new status' }),
    }),
    annotations: { ...SHOWING, idempotentHint: true },
    async handle(input) {
      const { sessions } = await open();
      const { id, number, title, status } = await sessions.updatePhase(input.phase, { status: input.status });
      return { success: true, phase: { id, number, title, status } };
    },
  });
}
