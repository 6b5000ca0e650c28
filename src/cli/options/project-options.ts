import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandLinePorts, OpenProgram } from '../ports.js';

/** Which project a command is about. */
export interface ProjectOptions {
  readonly cwd?: string;
  readonly config?: string;
}

export function withProjectOptions(command: Command): Command {
  return command
    .option('--cwd <folder>', 'the project folder (default: the current folder)')
    .option('--config <file>', 'a configuration file that wins over the others');
}

export function openProject(
  { cwd = '.', config }: ProjectOptions,
  { currentFolder, openProgram }: Pick<CommandLinePorts, 'currentFolder' | 'openProgram'>,
): Promise<OpenProgram> {
  return openProgram({
    projectFolder: resolve(currentFolder, cwd),
    ...(config === undefined ? {} : { configFile: resolve(currentFolder, config) }),
  });
}
