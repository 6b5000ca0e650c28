import { z } from 'zod';
import { defineTool, type Tool } from '../../define-tool.js';
import type { CoachPart, Open } from '../../ports.js';
import { DONE, SHOWING } from './fields.js';

export function clearHintsTool(open: Open<CoachPart>): Tool {
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
