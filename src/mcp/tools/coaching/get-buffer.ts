import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { path, READING } from './fields.js';

export function getBufferTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_get_buffer',
    title: 'Get the text in the editor',
    description:
      "What the person's editor has for a file, saved or not, with the cursor; null if the file is not in the editor. Secrets are redacted.",
    input: z.strictObject({ path }),
    annotations: READING,
    async handle(input) {
      const { view } = await open();
      return view.getBuffer(input.path);
    },
  });
}
