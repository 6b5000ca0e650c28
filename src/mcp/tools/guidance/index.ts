import type { Tool } from '../../define-tool.js';
import type { GuidanceAccess } from '../../ports.js';
import { listKnowledgeTool } from './list-knowledge.js';
import { reviewKnowledgeTool } from './review-knowledge.js';

export function guidanceTools(access: GuidanceAccess): readonly Tool[] {
  return [listKnowledgeTool(access), reviewKnowledgeTool(access)];
}
