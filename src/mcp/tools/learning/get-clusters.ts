import { z } from 'zod';
import { defineTool, type Tool } from '../../define-tool.js';
import type { LearningAccess } from '../../ports.js';
import { AXES } from './vocabulary.js';

export function getClustersTool(access: LearningAccess): Tool {
  return defineTool({
    name: 'get_clusters',
    title: 'Clusters of experiences',
    description:
      'Groups of similar experiences on an axis, the largest first: full (everything), strategy (how it was gone about), surprise (what was unexpected), root_cause (why it went wrong). Needs 20 experiences. A cluster keeps its id when more experiences come. Read the members with get_cluster_members, then propose a value.',
    input: z.strictObject({ axis: z.enum(AXES).meta({ description: 'What the experiences are compared by' }) }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle({ axis }) {
      const learning = await access.open();
      const { clusters, noiseCount, noiseReason } = await learning.getClusters(axis);
      return {
        axis,
        clusters: clusters.map(({ clusterId, label, size, averageWeight }) => ({
          cluster_id: clusterId,
          label,
          size,
          avg_weight: averageWeight,
        })),
        count: clusters.length,
        noise_count: noiseCount,
        ...(noiseReason !== null && { noise_reason: noiseReason }),
      };
    },
  });
}
