import type { Command } from 'commander';
import { addList } from '../deliberations/list.js';
import { addDelete, addPrune } from '../deliberations/remove.js';
import { addShow } from '../deliberations/show.js';
import type { CommandLinePorts } from '../ports.js';

export function addDeliberations(program: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  const deliberations = program
    .command('deliberations')
    .summary('running, interrupted and finished deliberations')
    .description('Every deliberation is recorded while it runs. These commands show and manage the records.')
    .addHelpText('after', EXAMPLE);
  for (const add of [addList, addShow, addDelete, addPrune]) add(deliberations, ports, finish);
}

const EXAMPLE = `
Examples:
  witan deliberations
  witan deliberations show last

An interrupted one is resumed by \`witan deliberate --resume <id>\`.`;
