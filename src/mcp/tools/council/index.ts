import type { Tool } from '../../define-tool.js';
import type { CouncilPart, Open } from '../../ports.js';
import { deliberateTool } from './deliberate.js';
import { listModelsTool } from './list-models.js';
import { createSessionModels } from './session-models.js';
import { setSessionModelsTool } from './set-session-models.js';

export function councilTools(open: Open<CouncilPart>): readonly Tool[] {
  const sessionModels = createSessionModels();
  return [
    deliberateTool(open, sessionModels),
    listModelsTool(open, sessionModels),
    setSessionModelsTool(open, sessionModels),
  ];
}
