import type { Tool } from '../../define-tool.js';
import type { LearningAccess } from '../../ports.js';
import { getClusterMembersTool } from './get-cluster-members.js';
import { getClustersTool } from './get-clusters.js';
import { getRetrospectiveTool } from './get-retrospective.js';
import { listValuesTool } from './list-values.js';
import { searchExperiencesTool } from './search-experiences.js';
import { storeValueTool } from './store-value.js';
import { validateValueTool } from './validate-value.js';

export function learningTools(access: LearningAccess): readonly Tool[] {
  return [
    getRetrospectiveTool(access),
    getClustersTool(access),
    getClusterMembersTool(access),
    validateValueTool(access),
    storeValueTool(access),
    listValuesTool(access),
    searchExperiencesTool(access),
  ];
}
