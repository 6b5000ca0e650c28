import type { Tool } from '../../define-tool.js';
import type { CouncilAccess } from '../../ports.js';
import { deliberateTool } from './deliberate.js';
import { listModelsTool } from './list-models.js';
import { createSessionModels } from './session-models.js';
import { setSessionModelsTool } from './set-session-models.js';

export function councilTools(access: CouncilAccess): readonly Tool[] {
  const sessionModels = createSessionModels();
  return [
    deliberateTool(access, sessionModels),
    listModelsTool(access, sessionModels),
    setSessionModelsTool(access, sessionModels),
  ];
}
