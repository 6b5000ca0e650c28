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

/** Takes an entry out of the journal, its archive, the experiences and their clusters. */
export async function deleteEntry(
  id: string,
  { yes = false, json = false, ...place }: DeleteOptions,
  ports: CommandLinePorts,
): Promise<number> {
  const { journal, learning } = await openProject(place, ports);
  if (!(await isDeletionConfirmed(`Delete ${id} for good?`, { yes, json }, ports))) {
    ports.stdout.write('Nothing was deleted.\n');
    return EXIT.failed;
  }
  // The journal first: what is still in it would be stored again by the next start of the server.
  const fromJournal = expectChange(await journal.deleteEntry(id));
  const fromExperiences = (await (await learning())?.deleteExperience(id)) ?? false;
  if (!fromJournal && !fromExperiences) {
    throw new UserError('not_found', `there is no entry ${id}; \`witan journal list\` shows what there is`);
  }
  const places = [...(fromJournal ? ['the journal'] : []), ...(fromExperiences ? ['the experiences'] : [])];
  if (json) printJson({ deleted: id, journal: fromJournal, experiences: fromExperiences }, ports);
  else ports.stdout.write(`${plainLine(`Deleted ${id} from ${places.join(' and ')}.`)}\n`);
  return EXIT.done;
}
