import { z } from 'zod';
import { AXES } from '../../../learning/vocabulary.js';
import type { Program } from '../../../program/program.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { CLUSTER_ID, VALUE_TEXT } from './fields.js';
import { showLearnedValue } from './show-learned-value.js';

export function storeValueTool(open: Open<Pick<Program, 'learning'>>): Tool {
  return defineTool({
    name: 'store_value',
    title: 'Store a value',
    description:
      'Keeps a statement that is on topic for a cluster and that its members support. Any other is refused with the reason and its distance; try it with validate_value first.',
    input: z.strictObject({
      text: VALUE_TEXT,
      cluster_id: CLUSTER_ID,
      axis: z.enum(AXES).meta({ description: 'The axis of the cluster' }),
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async handle(input) {
      const learning = await (await open()).learning();
      const { notice, ...value } = await learning.storeValue(input.text, input.cluster_id, input.axis);
      return { ...showLearnedValue(value), ...(notice && { warning: notice }) };
    },
  });
}
