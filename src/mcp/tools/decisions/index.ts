import type { Tool } from '../../define-tool.js';
import type { DecisionsAccess } from '../../ports.js';
import { queryDecisionsTool } from './query-decisions.js';
import { recordOutcomeTool } from './record-outcome.js';

/** Offered only where decisions are remembered. */
export function decisionTools(access: DecisionsAccess): readonly Tool[] {
  return [queryDecisionsTool(access), recordOutcomeTool(access)];
}
