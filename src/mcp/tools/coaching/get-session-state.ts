import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { STATE_ITEMS } from '../../../coaching/vocabulary.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { READING } from './fields.js';

export function getSessionStateTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_get_session_state',
    title: 'Get the state of the session',
    description:
      'The coaching session: what it is about, the plan and its active phase, hints, open files, texts in the editor, unsaved changes, and how skilled the person is. Name the items that you need; without include you get all of them.',
    input: z.strictObject({
      include: z.array(z.enum(STATE_ITEMS)).max(20).meta({ description: 'Only these items' }).optional(),
    }),
    annotations: READING,
    async handle({ include }) {
      const { sessions, readSnapshot } = await open();
      const { sessionId } = await sessions.expectCurrent();
      return readSnapshot(sessionId, include);
    },
  });
}
