import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { optionalText } from '../../fields.js';

export function endSessionTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_end_session',
    title: 'End the coaching session',
    description: 'Ends the session, only when the person asks for it, and returns what was learned from it.',
    input: z.strictObject({
      sessionTranscript: optionalText(
        1_000_000,
        'What happened in the session, in short; of a long text, the end is used',
      ),
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    async handle({ sessionTranscript: transcript }) {
      const { sessions } = await open();
      const { sessionId } = await sessions.end({ transcript });
      const summary = await sessions.wrappedUp(sessionId);
      const { knowledgeGaps, kataSpecs, dreyfusUpdates, memoriesStored, sessionStatus } = summary;
      return { knowledgeGaps, kataSpecs, dreyfusUpdates, memoriesStored, sessionStatus };
    },
  });
}
