import type { SessionProgram } from '../../client-session.js';
import type { Open, Tool } from '../../define-tool.js';
import { adoptGhapTool } from './adopt-ghap.js';
import { getActiveGhapTool } from './get-active-ghap.js';
import { listGhapEntriesTool } from './list-ghap-entries.js';
import { resolveGhapTool } from './resolve-ghap.js';
import { startGhapTool } from './start-ghap.js';
import { updateGhapTool } from './update-ghap.js';

export function journalTools(open: Open<SessionProgram>): readonly Tool[] {
  return [
    startGhapTool(open),
    updateGhapTool(open),
    resolveGhapTool(open),
    getActiveGhapTool(open),
    adoptGhapTool(open),
    listGhapEntriesTool(open),
  ];
}
