import { formatCount } from '../../kernel/format-count.js';
import type { CliCommand, Output } from '../cli-command.js';
import { isDeletionConfirmed, NOTHING_DELETED } from '../confirm.js';
import { parseAge } from '../options/parse-options.js';
import type { ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';
import { dayOf, short } from '../text/page.js';
import { openRuns } from './open-runs.js';

interface RemoveOptions extends ProjectOptions {
  readonly yes?: boolean;
}

interface PruneOptions extends RemoveOptions {
  readonly olderThan: string;
}

export function addDelete(parent: CliCommand, shell: Shell): void {
  parent
    .command('delete')
    .projectOptions()
    .summary('delete the record of one deliberation permanently')
    .description('It can then neither be resumed nor replayed. Its transcript and its decision are kept.')
    .argument('<id>', 'its id, the beginning of it, or last')
    .option('--yes', 'do not ask')
    .jsonOption('print what was deleted as JSON and nothing else; needs --yes')
    .example('witan deliberations delete 20261116-101502-3f9ac1')
    .run((id: string, options: RemoveOptions) => remove(id, options, shell));
}

async function remove(id: string, options: RemoveOptions, shell: Shell): Promise<Output> {
  const runs = await openRuns(options, shell);
  // Not the record itself, so that an unreadable one can be deleted, too.
  const found = await runs.find(id);
  const question = `Delete the record of ${found.id} ("${short(found.question, 80)}")?`;
  if (!(await isDeletionConfirmed(question, options, shell))) return NOTHING_DELETED;
  const deleted = await runs.delete(found.id);
  return { json: { deleted }, render: (page) => page.line(`Deleted the record of ${deleted}.`) };
}

export function addPrune(parent: CliCommand, shell: Shell): void {
  parent
    .command('prune')
    .projectOptions()
    .summary('delete old records')
    .description('Deletes records that were not used since, also interrupted ones. Transcripts and decisions are kept.')
    .requiredOption('--older-than <age>', '30d, 12w, 6m, 1y or a day such as 2026-01-31')
    .option('--yes', 'do not ask')
    .jsonOption('print the count as JSON and nothing else; needs --yes')
    .example('witan deliberations prune --older-than 30d')
    .run((options: PruneOptions) => prune(options, shell));
}

async function prune({ olderThan, ...options }: PruneOptions, shell: Shell): Promise<Output> {
  const before = parseAge(olderThan, shell.clock.now());
  const runs = await openRuns(options, shell);
  const question = `Delete all records from before ${dayOf(before.toISOString())}?`;
  if (!(await isDeletionConfirmed(question, options, shell))) return NOTHING_DELETED;
  const deleted = await runs.prune(before);
  return { json: { deleted }, render: (page) => page.line(`${formatCount(deleted, 'record')} deleted`) };
}
