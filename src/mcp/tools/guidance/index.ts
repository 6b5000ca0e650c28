import type { Tool } from '../../define-tool.js';
import type { KnowledgePart, Open } from '../../ports.js';
import { listKnowledgeTool } from './list-knowledge.js';
import { reviewKnowledgeTool } from './review-knowledge.js';

export function guidanceTools(open: Open<KnowledgePart>): readonly Tool[] {
  return [listKnowledgeTool(open), reviewKnowledgeTool(open)];
}
