export { createMcpServer, type McpServer } from './create-server.js';
export type { Tool, ToolCall } from './define-tool.js';
export { COACH_INSTRUCTIONS, INSTRUCTIONS } from './instructions.js';
export type {
  Advice,
  CatalogEntry,
  CatalogModel,
  CoachPart,
  CouncilPart,
  DecisionsPort,
  JournalPart,
  ModelCatalog,
  Open,
} from './ports.js';
export { coachingTools } from './tools/coaching/index.js';
export { councilTools } from './tools/council/index.js';
export { decisionTools } from './tools/decisions/index.js';
export { guidanceTools } from './tools/guidance/index.js';
export { journalTools } from './tools/journal/index.js';
export { learningTools } from './tools/learning/index.js';
export { serveOverStdio } from './transports/stdio.js';
