import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandLinePorts, OpenProgram } from '../ports.js';

/** Whose journal it is: that of the current folder's project, unless another is named. */
export interface ProjectOptions {
  readonly cwd?: string;
  readonly config?: string;
}

export function withProjectOptions(command: Command): Command {
  return command
    .option('--cwd <folder>', 'the project whose journal it is (default: the current folder)')
    .option('--config <file>', 'a configuration file that wins over the others');
}

export function openProject({ cwd = '.', config }: ProjectOptions, ports: CommandLinePorts): Promise<OpenProgram> {
  return ports.openProgram({
    projectFolder: resolve(ports.currentFolder, cwd),
    ...(config === undefined ? {} : { configFile: resolve(ports.currentFolder, config) }),
  });
}
