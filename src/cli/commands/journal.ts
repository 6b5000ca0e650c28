import type { Command } from 'commander';
import { abandon, adopt, type CloseOptions, end } from '../journal/close-entries.js';
import { type DeleteOptions, deleteEntry } from '../journal/delete.js';
import { exportEverything } from '../journal/export.js';
import { type ListOptions, listEntries } from '../journal/list.js';
import { showStatus } from '../journal/status.js';
import { example, JSON_HELP } from '../options/help.js';
import { parseNumber } from '../options/parse-number.js';
import { type ProjectOptions, withProjectOptions } from '../options/project-options.js';
import type { CommandLinePorts } from '../ports.js';

interface Json extends ProjectOptions {
  readonly json?: boolean;
}

export function addJournal(program: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  const journal = program
    .command('journal')
    .summary('hypotheses of the agent and their outcomes')
    .description('The journal of hypotheses: open ones, those that earlier sessions left open, and outcomes.')
    .addHelpText('after', example('witan journal status'));
  withProjectOptions(journal.command('status'))
    .summary('what is open now, and what earlier sessions left open')
    .option('--json', JSON_HELP)
    .addHelpText('after', example('witan journal status'))
    .action(async (options: Json) => finish(await showStatus(options, ports)));
  withProjectOptions(journal.command('list'))
    .summary('entries, newest first')
    .option('--domain <domain>', 'debugging, refactoring, feature, testing, configuration, …')
    .option('--outcome <status>', 'confirmed, falsified or abandoned')
    .option('--since <date>', 'only entries started on this day or later (ISO 8601, UTC)')
    .option('--limit <number>', 'entries at most (default: 20)', parseNumber)
    .option('--json', JSON_HELP)
    .addHelpText('after', example('witan journal list --outcome falsified --since 2026-11-01'))
    .action(async (options: ListOptions) => finish(await listEntries(options, ports)));
  withProjectOptions(journal.command('adopt'))
    .summary('continue an entry that an earlier session left open')
    .argument('[id]', 'which one (default: the newest)')
    .option('--session <id>', 'the living session that continues it (default: the only one)')
    .option('--json', JSON_HELP)
    .addHelpText('after', example('witan journal adopt ghap_20261116_101502_a1b2c3'))
    .action(async (id: string | undefined, options: CloseOptions) => finish(await adopt(id, options, ports)));
  withProjectOptions(journal.command('abandon'))
    .summary('close an entry without an outcome')
    .argument('[id]', "which one (default: this session's only one, then the newest that was left)")
    .option('--reason <text>', 'why')
    .option('--json', JSON_HELP)
    .addHelpText('after', example('witan journal abandon --reason "the feature was dropped"'))
    .action(async (id: string | undefined, options: CloseOptions) => finish(await abandon(id, options, ports)));
  withProjectOptions(journal.command('end'))
    .summary('end the session of this terminal: abandon what is open, archive its entries')
    .option('--json', JSON_HELP)
    .addHelpText('after', example('witan journal end'))
    .action(async (options: CloseOptions) => finish(await end(options, ports)));
  withProjectOptions(journal.command('export'))
    .summary('entries, experiences and values as JSON lines')
    .option('--output <file>', 'where to (default: standard output)')
    .addHelpText('after', example('witan journal export --output journal.jsonl'))
    .action(async (options: ProjectOptions & { readonly output?: string }) =>
      finish(await exportEverything(options, ports)),
    );
  withProjectOptions(journal.command('delete'))
    .summary('delete one entry from the journal, its archive, the experiences and their clusters')
    .argument('<id>', 'which one')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON and nothing else; needs --yes')
    .addHelpText('after', example('witan journal delete ghap_20261116_101502_a1b2c3'))
    .action(async (id: string, options: DeleteOptions) => finish(await deleteEntry(id, options, ports)));
}
