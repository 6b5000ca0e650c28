import { z } from 'zod';
import type { Program } from '../../../program/program.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { CLUSTER_ID, VALUE_TEXT } from './fields.js';

export function validateValueTool(open: Open<Pick<Program, 'learning'>>): Tool {
  return defineTool({
    name: 'validate_value',
    title: 'Validate a value',
    description:
      'Says whether a statement is on topic for a cluster (no farther from its center than the mean and one standard deviation of what the members say), and whether a member supports it. It cannot tell whether the statement is true: compare it with nearest_lessons. Stores nothing.',
    input: z.strictObject({ text: VALUE_TEXT, cluster_id: CLUSTER_ID }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle(input) {
      const learning = await (await open()).learning();
      const validation = await learning.validateValue(input.text, input.cluster_id);
      return {
        valid: validation.valid,
        on_topic: validation.onTopic,
        similarity: validation.similarity,
        centroid_distance: validation.centroidDistance,
        threshold_distance: validation.thresholdDistance,
        reason: validation.reason,
        nearest_lessons: validation.nearestLessons,
        ...(validation.notice && { warning: validation.notice }),
      };
    },
  });
}
