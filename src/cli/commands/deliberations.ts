import type { CliCommand } from '../cli-command.js';
import { addExport } from '../deliberations/export.js';
import { addDelete, addPrune } from '../deliberations/remove.js';
import { addList, addShow } from '../deliberations/show-runs.js';
import type { Shell } from '../shell.js';

export function addDeliberations(program: CliCommand, shell: Shell): void {
  const group = program
    .command('deliberations')
    .summary('running, interrupted and finished deliberations')
    .description('Every deliberation is recorded while it runs. These commands show and manage the records.')
    .example('witan deliberations', 'witan deliberations show last')
    .note('An interrupted one is resumed by `witan deliberate --resume <id>`.');
  for (const add of [addList, addShow, addExport, addDelete, addPrune]) add(group, shell);
}
