import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { DONE, SHOWING } from './fields.js';

export function clearHintsTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_clear_hints',
    title: 'Clear hints at files',
    description: 'Removes all marks in the file tree.',
    input: z.strictObject({}),
    annotations: { ...SHOWING, idempotentHint: true },
    async handle() {
      const { sessions } = await open();
      await sessions.clearHints();
      return DONE;
    },
  });
}
