import type { Program } from '../../../program/program.js';
import type { Open, Tool } from '../../define-tool.js';
import { getClusterMembersTool } from './get-cluster-members.js';
import { getClustersTool } from './get-clusters.js';
import { getRetrospectiveTool } from './get-retrospective.js';
import { listValuesTool } from './list-values.js';
import { searchExperiencesTool } from './search-experiences.js';
import { storeValueTool } from './store-value.js';
import { validateValueTool } from './validate-value.js';

export function learningTools(open: Open<Pick<Program, 'learning'>>): readonly Tool[] {
  return [
    getRetrospectiveTool(open),
    getClustersTool(open),
    getClusterMembersTool(open),
    validateValueTool(open),
    storeValueTool(open),
    listValuesTool(open),
    searchExperiencesTool(open),
  ];
}
