import type { Open, Tool } from '../../define-tool.js';
import { type DecisionProgram, queryDecisionsTool } from './query-decisions.js';
import { recordOutcomeTool } from './record-outcome.js';

/** Offered only where decisions are remembered. */
export function decisionTools(open: Open<DecisionProgram>): readonly Tool[] {
  return [queryDecisionsTool(open), recordOutcomeTool(open)];
}
