import type { CliCommand } from '../cli-command.js';
import { abandon, adopt, type CloseOptions, type DeleteOptions, deleteEntry, end } from '../journal/change-entries.js';
import { exportEverything } from '../journal/export.js';
import { type ListOptions, listEntries, showStatus } from '../journal/show-entries.js';
import { parseNumber } from '../options/parse-options.js';
import type { ProjectOptions } from '../options/project-options.js';
import type { Shell } from '../shell.js';

export function addJournal(program: CliCommand, shell: Shell): void {
  const journal = program
    .command('journal')
    .summary('hypotheses of the agent and their outcomes')
    .description(
      'The journal of hypotheses: open ones, those that earlier sessions left open, and outcomes. Without a command, shows the status.',
    )
    .example('witan journal status');
  const command = (name: string, summary: string, isDefault = false) =>
    journal.command(name, { isDefault }).projectOptions().summary(summary);
  command('status', 'what is open now, and what earlier sessions left open', true)
    .jsonOption()
    .example('witan journal status')
    .run((options: ProjectOptions) => showStatus(options, shell));
  command('list', 'entries, newest first')
    .option('--domain <domain>', 'debugging, refactoring, feature, testing, configuration, …')
    .option('--outcome <status>', 'confirmed, falsified or abandoned')
    .option('--since <date>', 'only entries started on this day or later (ISO 8601, UTC)')
    .option('--limit <number>', 'entries at most (default: 20)', parseNumber)
    .jsonOption()
    .example('witan journal list --outcome falsified --since 2026-11-01')
    .run((options: ListOptions) => listEntries(options, shell));
  command('adopt', 'continue an entry that an earlier session left open')
    .argument('[id]', 'which one (default: the newest)')
    .option('--session <id>', 'the living session that continues it (default: the only one)')
    .jsonOption()
    .example('witan journal adopt ghap_20261116_101502_a1b2c3')
    .run((id: string | undefined, options: CloseOptions) => adopt(id, options, shell));
  command('abandon', 'close an entry without an outcome')
    .argument('[id]', "which one (default: this session's only one, then the newest that was left)")
    .option('--reason <text>', 'why')
    .jsonOption()
    .example('witan journal abandon --reason "the feature was dropped"')
    .run((id: string | undefined, options: CloseOptions) => abandon(id, options, shell));
  command('end', 'end the session of this terminal: abandon what is open, archive its entries')
    .jsonOption()
    .example('witan journal end')
    .run((options: ProjectOptions) => end(options, shell));
  command('export', 'entries, experiences and values as JSON lines')
    .option('--output <file>', 'where to (default: standard output)')
    .example('witan journal export --output journal.jsonl')
    .run((options: ProjectOptions & { readonly output?: string }) => exportEverything(options, shell));
  command('delete', 'delete one entry from the journal, its archive, the experiences and their clusters')
    .argument('<id>', 'which one')
    .option('--yes', 'do not ask')
    .jsonOption('print JSON and nothing else; needs --yes')
    .example('witan journal delete ghap_20261116_101502_a1b2c3')
    .run((id: string, options: DeleteOptions) => deleteEntry(id, options, shell));
}
