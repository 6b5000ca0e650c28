export { createMcpServer, type McpServer, type McpServerOptions } from './create-server.js';
export type { Tool } from './define-tool.js';
export { INSTRUCTIONS } from './instructions.js';
export type { CatalogueEntry, CatalogueModel, CouncilAccess, ModelCatalogue, OpenCouncil } from './ports.js';
export { councilTools } from './tools/council/index.js';
export { serveOverStdio } from './transports/stdio.js';
