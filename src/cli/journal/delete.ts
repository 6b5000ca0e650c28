import { plainLine } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import { EXIT } from '../cli-error.js';
import { isDeletionConfirmed } from '../confirm.js';
import { openProject, type ProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { printJson } from '../text/page.js';
import { expectChange } from './expect-change.js';

export interface DeleteOptions extends ProjectOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Deletes an entry from the journal, its archive, the experiences and their clusters. */
export async function deleteEntry(
  id: string,
  { yes = false, json = false, ...project }: DeleteOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const { journal, learning } = await openProject(project, ports);
  if (!(await isDeletionConfirmed(`Delete ${id} permanently?`, { yes, json }, ports))) {
    ports.stdout.write('Nothing was deleted.\n');
    return EXIT.failed;
  }
  // The journal first, because the next start of the server would store its entries again.
  const fromJournal = expectChange(await journal.deleteEntry(id));
  const fromExperiences = (await (await learning())?.deleteExperience(id)) ?? false;
  if (!fromJournal && !fromExperiences) {
    throw new UserError('not_found', `there is no entry ${id}; \`witan journal list\` shows what there is`);
  }
  const sources = [...(fromJournal ? ['the journal'] : []), ...(fromExperiences ? ['the experiences'] : [])];
  if (json) printJson({ deleted: id, journal: fromJournal, experiences: fromExperiences }, ports);
  else ports.stdout.write(`${plainLine(`Deleted ${id} from ${sources.join(' and ')}.`)}\n`);
  return EXIT.done;
}
