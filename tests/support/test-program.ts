import { onTestFinished } from 'vitest';
import type { Council } from '../../src/council/index.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { openProgram } from '../../src/program/open-program.js';
import type { Program, ProgramOptions } from '../../src/program/program.js';
import { FREE_ESTIMATE } from './example-result.js';
import { scratchFolder } from './scratch-folder.js';

/** The real program of an empty project, closed with the test; `changes` replace some of its members. */
export async function testProgram(
  changes: Partial<Program> = {},
  options: Partial<ProgramOptions> = {},
): Promise<Program> {
  const projectFolder = scratchFolder('project');
  const program = await openProgram({ projectFolder, environment: {}, logger: silentLogger, ...options });
  onTestFinished(() => program.close());
  return { ...program, ...changes };
}

/** A council whose deliberations have a given result. */
export function councilOf(deliberate: Council['deliberate']): Council {
  return {
    deliberate,
    resume: async ({ deliberation_id: _id, ...request }, options) =>
      deliberate({ question: 'continued', working_directory: '.', ...request }, options),
    estimate: async () => ({ participants: [], rounds: 2, estimate: FREE_ESTIMATE, notice: null }),
    defaultPanel: async () => ({ participants: [], notice: null }),
  };
}
