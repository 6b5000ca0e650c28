import { z } from 'zod';
import { AXES } from '../../../learning/vocabulary.js';
import type { Program } from '../../../program/program.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { limit } from '../../fields.js';
import { showLearnedValue } from './show-learned-value.js';

const DEFAULT_LIMIT = 20;

export function listValuesTool(open: Open<Pick<Program, 'learning'>>): Tool {
  return defineTool({
    name: 'list_values',
    title: 'List values',
    description:
      'The values that were stored, those of the largest clusters first. A value that later experiences no longer support is marked drifting, with the reason.',
    input: z.strictObject({
      axis: z.enum(AXES).meta({ description: 'Only values of this axis' }).optional(),
      limit: limit(DEFAULT_LIMIT, 100),
    }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle(input) {
      const learning = await (await open()).learning();
      const { values, isBeingChecked } = await learning.listValues({
        axis: input.axis,
        limit: input.limit ?? DEFAULT_LIMIT,
      });
      const results = values.map(showLearnedValue);
      const note = 'New experiences are being compared with these values; ask again for the result.';
      return { results, count: results.length, ...(isBeingChecked && { note }) };
    },
  });
}
