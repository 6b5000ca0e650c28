import type { Command } from 'commander';
import { formatCount } from '../../kernel/format-count.js';
import { plainLine } from '../../kernel/plain-text.js';
import { EXIT } from '../cli-error.js';
import { isDeletionConfirmed } from '../confirm.js';
import { parseAge } from '../options/parse-age.js';
import { type ProjectOptions, withProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';
import { printJson, short } from '../text/page.js';
import { openRuns } from './open-runs.js';

interface RemoveOptions extends ProjectOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

interface PruneOptions extends RemoveOptions {
  readonly olderThan: string;
}

export function addDelete(parent: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withProjectOptions(parent.command('delete'))
    .summary('delete the record of one deliberation permanently')
    .description('It can then neither be resumed nor replayed. Its transcript and its decision are kept.')
    .argument('<id>', 'its id, the beginning of it, or last')
    .option('--yes', 'do not ask')
    .option('--json', 'print what was deleted as JSON and nothing else; needs --yes')
    .addHelpText('after', '\nExample:\n  witan deliberations delete 20261116-101502-3f9ac1')
    .action(async (id: string, options: RemoveOptions) => finish(await remove(id, options, ports)));
}

async function remove(id: string, { yes, json, ...project }: RemoveOptions, ports: CommandLinePorts): Promise<number> {
  const runs = await openRuns(project, ports);
  // Not the record itself, so that an unreadable one can be deleted, too.
  const found = await runs.find(id);
  const shown = `${found.id} ("${short(found.question, 80)}")`;
  if (!(await isDeletionConfirmed(`Delete the record of ${shown}?`, { yes, json }, ports))) return nothing(ports);
  const deleted = await runs.delete(found.id);
  if (json === true) printJson({ deleted }, ports);
  else ports.stdout.write(`${plainLine(`Deleted the record of ${deleted}.`)}\n`);
  return EXIT.done;
}

export function addPrune(parent: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  withProjectOptions(parent.command('prune'))
    .summary('delete old records')
    .description('Deletes records that were not used since, also interrupted ones. Transcripts and decisions are kept.')
    .requiredOption('--older-than <age>', '30d, 12w, 6m, 1y or a day such as 2026-01-31')
    .option('--yes', 'do not ask')
    .option('--json', 'print the count as JSON and nothing else; needs --yes')
    .addHelpText('after', '\nExample:\n  witan deliberations prune --older-than 30d')
    .action(async (options: PruneOptions) => finish(await prune(options, ports)));
}

async function prune({ olderThan, yes, json, ...project }: PruneOptions, ports: CommandLinePorts): Promise<number> {
  const before = parseAge(olderThan, ports.clock.now());
  const runs = await openRuns(project, ports);
  const question = `Delete all records from before ${before.toISOString().slice(0, 10)}?`;
  if (!(await isDeletionConfirmed(question, { yes, json }, ports))) return nothing(ports);
  const deleted = await runs.prune(before);
  if (json === true) printJson({ deleted }, ports);
  else ports.stdout.write(`${formatCount(deleted, 'record')} deleted\n`);
  return EXIT.done;
}

function nothing(ports: CommandLinePorts): number {
  ports.stdout.write('Nothing was deleted.\n');
  return EXIT.failed;
}
