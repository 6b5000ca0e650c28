import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { optionalText } from '../../fields.js';
import { countedFromOne, SHOWING } from './fields.js';

export function startSessionTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_start_session',
    title: 'Start a coaching session',
    description:
      'Starts coaching for an issue or a goal of the person. From then on the person writes the code, and your own writes to the project are held. A project has one session at a time.',
    input: z.strictObject({
      issueNumber: countedFromOne('The number of the issue').optional(),
      goal: optionalText(2_000, 'The title of the issue, or what the person wants to do'),
    }),
    annotations: { ...SHOWING, idempotentHint: false },
    async handle(goal) {
      const { sessions } = await open();
      const { sessionId, issueContext, phases, hintLevel } = await sessions.start(goal);
      return { success: true, sessionId, issueContext, phases, hintLevel };
    },
  });
}
