import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { DONE, optionalPath, SHOWING } from './fields.js';

export function clearHighlightsTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_clear_highlights',
    title: 'Clear highlights',
    description: 'Removes the marks on lines: of one file, or without path of all files.',
    input: z.strictObject({ path: optionalPath }),
    annotations: { ...SHOWING, idempotentHint: true },
    async handle(input) {
      const { sessions } = await open();
      await sessions.clearHighlights(input.path);
      return DONE;
    },
  });
}
