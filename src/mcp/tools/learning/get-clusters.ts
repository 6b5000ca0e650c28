import { z } from 'zod';
import { cutText } from '../../../kernel/cut-text.js';
import type { ClusterSummary } from '../../../learning/index.js';
import { AXES } from '../../../learning/vocabulary.js';
import type { Program } from '../../../program/program.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';

/** An answer of over 50 KB is hardly shown: smaller clusters have their title alone. */
const MAX_EXPLAINED = 40;
const MAX_TEXT_LENGTH = 160;
const WAIT_LIMITS = { ms: 150, firstMs: 2_000 };

export function getClustersTool(open: Open<Pick<Program, 'learning'>>): Tool {
  return defineTool({
    name: 'get_clusters',
    title: 'Clusters of experiences',
    description:
      'Groups of similar experiences on an axis, the largest first: full (everything), strategy (the approach), surprise (what was unexpected), root_cause (why it went wrong). Needs 20 experiences. A cluster keeps its id when more experiences come; stale: true means that newer experiences are still being added. Each has a title, two typical examples, its outcomes and the lesson that most members share; read the members with get_cluster_members, then propose a value.',
    input: z.strictObject({ axis: z.enum(AXES).meta({ description: 'What the experiences are compared by' }) }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle({ axis }) {
      const learning = await (await open()).learning();
      const { clusters, noiseCount, noiseReason, stale, warning } = await learning.getClusters(axis, WAIT_LIMITS);
      return {
        axis,
        clusters: clusters.map((cluster, index) => ({
          cluster_id: cluster.clusterId,
          label: cluster.label,
          title: cluster.title,
          size: cluster.size,
          avg_weight: cluster.averageWeight,
          outcomes: cluster.outcomes,
          ...(index < MAX_EXPLAINED && explain(cluster)),
        })),
        count: clusters.length,
        noise_count: noiseCount,
        stale,
        ...(warning !== undefined && { warning }),
        ...(noiseReason !== null && { noise_reason: noiseReason }),
      };
    },
  });
}

function explain({ examples, lesson }: ClusterSummary) {
  return {
    examples: examples.map(({ id, text }) => ({ ghap_id: id, text: cutText(text, MAX_TEXT_LENGTH) })),
    lesson: lesson === null ? null : cutText(lesson, MAX_TEXT_LENGTH),
  };
}
