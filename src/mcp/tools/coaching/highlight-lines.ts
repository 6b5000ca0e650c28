import { z } from 'zod';
import type { CoachForAgents } from '../../../coaching/index.js';
import { LINE_HINT_STYLES } from '../../../coaching/vocabulary.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { optionalText } from '../../fields.js';
import { countedFromOne, DONE, path, SHOWING } from './fields.js';

export function highlightLinesTool(open: Open<CoachForAgents>): Tool {
  return defineTool({
    name: 'paige_highlight_lines',
    title: 'Highlight lines',
    description:
      'Marks lines of a file in the editor, in addition to those that are marked already. hoverText is shown when the person points at them: a question or a hint, not the solution.',
    input: z.strictObject({
      path,
      start: countedFromOne('The first line, from 1'),
      end: countedFromOne('The last line'),
      style: z.enum(LINE_HINT_STYLES).meta({ description: 'How they are marked' }),
      hoverText: optionalText(2_000, 'Shown when the person points at the lines'),
    }),
    annotations: { ...SHOWING, idempotentHint: false },
    async handle(highlight) {
      const { sessions } = await open();
      await sessions.highlightLines(highlight);
      return DONE;
    },
  });
}
