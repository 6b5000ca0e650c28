import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../../kernel/user-error.js';
import type { Program } from '../../program/program.js';
import type { Shell } from '../shell.js';

/** The options of a command about a project. */
export interface ProjectOptions {
  readonly cwd?: string;
  readonly config?: string;
  readonly json?: boolean;
}

export async function openProject(
  { cwd = '.', config }: ProjectOptions,
  { currentFolder, openProgram }: Pick<Shell, 'currentFolder' | 'openProgram'>,
  environment?: Readonly<Record<string, string>>,
): Promise<Program> {
  const projectFolder = resolve(currentFolder, cwd);
  if ((await stat(projectFolder).catch(() => undefined))?.isDirectory() !== true) {
    throw new UserError('validation_error', `--cwd: "${cwd}" is not a folder; give the path of the project`);
  }
  return openProgram({
    projectFolder,
    ...(environment !== undefined && { environment }),
    ...(config === undefined ? {} : { configFile: resolve(currentFolder, config) }),
  });
}
