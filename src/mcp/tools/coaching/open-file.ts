import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { path, SHOWING } from './fields.js';

export function openFileTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_open_file',
    title: 'Open a file for the person',
    description: "Opens a file in the person's editor, or brings it to the front. Nothing is written.",
    input: z.strictObject({ path }),
    annotations: { ...SHOWING, idempotentHint: true },
    async handle(input) {
      const { sessions, view } = await open();
      const opened = await sessions.openFile(await view.expectShown(input.path));
      return { success: true, path: opened.path };
    },
  });
}
