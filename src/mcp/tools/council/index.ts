import type { Tool } from '../../define-tool.js';
import type { CouncilAccess, DecisionsAccess } from '../../ports.js';
import { deliberateTool } from './deliberate.js';
import { listModelsTool } from './list-models.js';
import { createSessionModels } from './session-models.js';
import { setSessionModelsTool } from './set-session-models.js';

export function councilTools(
  access: CouncilAccess,
  decisions?: Pick<DecisionsAccess, 'trackRecords'>,
): readonly Tool[] {
  const sessionModels = createSessionModels();
  return [
    deliberateTool(access, sessionModels),
    listModelsTool(access, sessionModels, decisions),
    setSessionModelsTool(access, sessionModels),
  ];
}
