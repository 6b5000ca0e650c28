import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { optionalPath, READING } from './fields.js';

export function getDiffTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_get_diff',
    title: 'Get unsaved changes',
    description:
      'What the person typed and did not save, as unified diffs: of one file, or of all files with unsaved changes.',
    input: z.strictObject({ path: optionalPath }),
    annotations: READING,
    async handle(input) {
      const { view } = await open();
      return { diffs: await view.getDiffs(input.path) };
    },
  });
}
