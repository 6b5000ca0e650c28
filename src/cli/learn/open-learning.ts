import { UserError } from '../../kernel/user-error.js';
import type { Learning } from '../../learning/index.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';

/** What was learned in this project; a `UserError` where nothing was yet. */
export async function openLearning(project: ProjectOptions, ports: CommandLinePorts): Promise<Learning> {
  const { learning } = await openProject(project, ports);
  const opened = await learning();
  if (opened !== undefined) return opened;
  throw new UserError('insufficient_data', 'nothing was learned here yet; experiences come from resolved entries');
}
