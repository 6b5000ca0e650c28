import type { Tool } from '../../define-tool.js';
import type { CouncilPart, Open } from '../../ports.js';
import { deliberateTool } from './deliberate.js';
import { listModelsTool } from './list-models.js';
import { setSessionModelsTool } from './set-session-models.js';

export function councilTools(open: Open<CouncilPart>): readonly Tool[] {
  // Which model an adapter uses if a participant names none. Lives as long as this server process, no longer.
  const sessionModels = new Map<string, string>();
  return [
    deliberateTool(open, sessionModels),
    listModelsTool(open, sessionModels),
    setSessionModelsTool(open, sessionModels),
  ];
}
