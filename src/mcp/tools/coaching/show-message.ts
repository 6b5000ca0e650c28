import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { MESSAGE_TYPES } from '../../../coaching/vocabulary.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { requiredText } from '../../fields.js';
import { countedFromOne, DONE, path, SHOWING } from './fields.js';

export function showMessageTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_show_message',
    title: 'Show a message',
    description:
      'Shows the person a message of the coach: short, and without the solution, because the person writes the code. With an anchor it appears next to those lines.',
    input: z.strictObject({
      message: requiredText(4_000, 'What the person reads'),
      type: z.enum(MESSAGE_TYPES).meta({ description: 'What kind of message it is' }),
      anchor: z
        .strictObject({
          path,
          startLine: countedFromOne('The first line, from 1'),
          endLine: countedFromOne('The last line').optional(),
        })
        .meta({ description: 'The lines that it is about' })
        .optional(),
    }),
    annotations: { ...SHOWING, idempotentHint: false },
    async handle(message) {
      const { sessions } = await open();
      await sessions.sendMessage(message);
      return DONE;
    },
  });
}
