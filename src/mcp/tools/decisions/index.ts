import type { Tool } from '../../define-tool.js';
import type { DecisionsPort } from '../../ports.js';
import { queryDecisionsTool } from './query-decisions.js';
import { recordOutcomeTool } from './record-outcome.js';

/** Offered only where decisions are remembered. */
export function decisionTools(decisions: DecisionsPort): readonly Tool[] {
  return [queryDecisionsTool(decisions), recordOutcomeTool(decisions)];
}
