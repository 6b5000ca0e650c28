import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Runs } from '../../council/index.js';
import { UserError } from '../../kernel/user-error.js';
import type { CommandLinePorts } from '../ports.js';

/** Whose deliberations: those of the current folder's project, unless another is named. */
export interface ProjectOptions {
  readonly cwd?: string;
  readonly config?: string;
}

export function withProjectOptions(command: Command): Command {
  return command
    .option('--cwd <folder>', 'the project whose deliberations they are (default: the current folder)')
    .option('--config <file>', 'a configuration file that wins over the others');
}

/** Undefined where there was no deliberation yet. */
export async function findRuns(
  { cwd = '.', config }: ProjectOptions,
  { currentFolder, openProgram }: Pick<CommandLinePorts, 'currentFolder' | 'openProgram'>,
): Promise<Runs | undefined> {
  const program = await openProgram({
    projectFolder: resolve(currentFolder, cwd),
    ...(config === undefined ? {} : { configFile: resolve(currentFolder, config) }),
  });
  return program.runs();
}

export async function openRuns(
  place: ProjectOptions,
  ports: Pick<CommandLinePorts, 'currentFolder' | 'openProgram'>,
): Promise<Runs> {
  const runs = await findRuns(place, ports);
  if (runs !== undefined) return runs;
  throw new UserError('not_found', `${NONE_YET}; or name the project with --cwd`);
}

export const NONE_YET = 'no deliberation is recorded here yet; `witan deliberate` begins one';
