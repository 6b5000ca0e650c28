import type { Runs } from '../../council/index.js';
import { UserError } from '../../kernel/user-error.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';

export async function openRuns(
  project: ProjectOptions,
  shell: Pick<Shell, 'currentFolder' | 'openProgram'>,
): Promise<Runs> {
  const runs = await (await openProject(project, shell)).runs();
  if (runs !== undefined) return runs;
  throw new UserError(
    'not_found',
    'no deliberation is recorded here yet; `witan deliberate` begins one; or name the project with --cwd',
  );
}
