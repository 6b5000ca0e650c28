import type { LearningAccess } from '../mcp/index.js';
import type { ProgramSource } from './program-source.js';

/** Learning needs no session: what every session has taught is asked. */
export function createLearningAccess(source: ProgramSource): LearningAccess {
  return { open: async () => (await source.open()).learning.open() };
}
