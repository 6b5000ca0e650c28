import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { READING } from './fields.js';

export function getOpenFilesTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_get_open_files',
    title: 'List open files',
    description: 'The files that the person has open in the editor.',
    input: z.strictObject({}),
    annotations: READING,
    async handle() {
      const { view } = await open();
      return { files: await view.openFiles() };
    },
  });
}
