import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Decisions } from '../../decisions/index.js';
import type { CommandLinePorts } from '../ports.js';

/** Where the decisions are: those of the current folder's project, unless another is named. */
export interface ProjectOptions {
  readonly cwd?: string;
  readonly config?: string;
}

export function withProjectOptions(command: Command): Command {
  return command
    .option('--cwd <folder>', 'the project whose decisions they are (default: the current folder)')
    .option('--config <file>', 'a configuration file that wins over the others');
}

export async function openDecisions(
  { cwd = '.', config }: ProjectOptions,
  { currentFolder, openProgram }: Pick<CommandLinePorts, 'currentFolder' | 'openProgram'>,
): Promise<Decisions> {
  const program = await openProgram({
    projectFolder: resolve(currentFolder, cwd),
    ...(config === undefined ? {} : { configFile: resolve(currentFolder, config) }),
  });
  return program.decisions();
}
