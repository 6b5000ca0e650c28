import type { Program } from '../../../program/program.js';
import type { Open, Tool } from '../../define-tool.js';
import { listKnowledgeTool } from './list-knowledge.js';
import { reviewKnowledgeTool } from './review-knowledge.js';

export function guidanceTools(open: Open<Pick<Program, 'knowledge'>>): readonly Tool[] {
  return [listKnowledgeTool(open), reviewKnowledgeTool(open)];
}
