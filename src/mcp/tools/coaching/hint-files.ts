import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { FILE_HINT_STYLES } from '../../../coaching/vocabulary.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { DONE, folder, path, SHOWING } from './fields.js';

export function hintFilesTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_hint_files',
    title: 'Hint at files',
    description: 'Marks files in the file tree, so that the person sees where to look.',
    input: INPUT,
    readOlderForm,
    annotations: { ...SHOWING, idempotentHint: true },
    async handle({ hints }) {
      const { sessions } = await open();
      await sessions.hintFiles(hints);
      return DONE;
    },
  });
}

const MAX_HINTS = 100;

const INPUT = z.strictObject({
  hints: z
    .array(
      z.strictObject({
        path,
        style: z.enum(FILE_HINT_STYLES).meta({ description: 'How much it matters' }),
        directories: z
          .array(folder)
          .max(MAX_HINTS)
          .meta({ description: 'Folders that are marked, too, such as those above the file' })
          .optional(),
      }),
    )
    .min(1, 'name at least one file')
    .max(MAX_HINTS)
    .meta({ description: 'The files' }),
});

/** One style for a list of paths. */
function readOlderForm(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { paths, style, ...others } = given;
  if (!Array.isArray(paths) || 'hints' in given) return given;
  return { ...others, hints: paths.map((each: unknown) => ({ path: each, style })) };
}
