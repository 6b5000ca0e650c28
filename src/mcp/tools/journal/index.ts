import type { Tool } from '../../define-tool.js';
import type { JournalAccess } from '../../ports.js';
import { adoptGhapTool } from './adopt-ghap.js';
import { getActiveGhapTool } from './get-active-ghap.js';
import { listGhapEntriesTool } from './list-ghap-entries.js';
import { resolveGhapTool } from './resolve-ghap.js';
import { startGhapTool } from './start-ghap.js';
import { updateGhapTool } from './update-ghap.js';

export function journalTools(access: JournalAccess): readonly Tool[] {
  return [
    startGhapTool(access),
    updateGhapTool(access),
    resolveGhapTool(access),
    getActiveGhapTool(access),
    adoptGhapTool(access),
    listGhapEntriesTool(access),
  ];
}
