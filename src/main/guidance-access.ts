import type { GuidanceAccess } from '../mcp/index.js';
import type { ProgramSource } from './program-source.js';

/** Process knowledge needs no session: it belongs to the project. */
export function createGuidanceAccess(source: ProgramSource): GuidanceAccess {
  return { open: async () => (await source.open()).knowledge.open() };
}
