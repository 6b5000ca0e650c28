import { z } from 'zod';
import type { Program } from '../../../program/program.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { limit } from '../../fields.js';
import { CLUSTER_ID } from './fields.js';
import { showExperience } from './show-experience.js';

const DEFAULT_LIMIT = 50;
const OFFSET = z.int().min(0).meta({ description: 'How many members to skip', default: 0 }).optional();

export function getClusterMembersTool(open: Open<Pick<Program, 'learning'>>): Tool {
  return defineTool({
    name: 'get_cluster_members',
    title: 'Members of a cluster',
    description:
      'The experiences of a cluster in full, the most typical first. size counts all of them; offset skips the first ones.',
    input: z.strictObject({ cluster_id: CLUSTER_ID, limit: limit(DEFAULT_LIMIT, 100), offset: OFFSET }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle(input) {
      const learning = await (await open()).learning();
      const found = await learning.getClusterMembers(input.cluster_id, input.limit ?? DEFAULT_LIMIT, input.offset);
      const members = found.members.map(showExperience);
      return { cluster_id: found.clusterId, axis: found.axis, members, count: members.length, size: found.size };
    },
  });
}
