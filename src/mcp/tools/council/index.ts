import type { Open, Tool } from '../../define-tool.js';
import type { CouncilProgram } from './deliberate.js';
import { deliberateTool } from './deliberate.js';
import { listModelsTool } from './list-models.js';
import { setSessionModelsTool } from './set-session-models.js';

export function councilTools(open: Open<CouncilProgram>): readonly Tool[] {
  // Which model an adapter uses if a participant names none. Lives as long as this server process, no longer.
  const sessionModels = new Map<string, string>();
  return [
    deliberateTool(open, sessionModels),
    listModelsTool(open, sessionModels),
    setSessionModelsTool(open, sessionModels),
  ];
}
