import { resolve } from 'node:path';
import { plainLine } from '../../kernel/plain-text.js';
import type { CliCommand } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import type { CommandLinePorts } from '../ports.js';
import { displayPath } from '../text/display-path.js';

export function addMigrateConfig(program: CliCommand, ports: CommandLinePorts): void {
  program
    .command('migrate-config')
    .summary('bring an old configuration file up to date')
    .description('Rewrites deprecated keys, keeps comments and order, and keeps the old file as a backup.')
    .argument('<file>', 'the configuration file')
    .option('--dry-run', 'show what would change and write nothing')
    .example('witan migrate-config config.yaml --dry-run')
    .run((file: string, { dryRun }: { readonly dryRun?: boolean }) => migrateConfig(file, dryRun === true, ports));
}

async function migrateConfig(file: string, dryRun: boolean, ports: CommandLinePorts): Promise<number> {
  const path = resolve(ports.currentFolder, file);
  const { changes, backupFile } = await ports.migrateConfigFile(path, { dryRun });
  const shown = displayPath(path, ports);
  if (changes.length === 0) {
    ports.stdout.write(`${shown} is up to date; nothing to change\n`);
    return EXIT.done;
  }
  ports.stdout.write(`${shown} ${dryRun ? 'would change' : 'was changed'}:\n`);
  for (const change of changes) ports.stdout.write(`  ${plainLine(change)}\n`);
  if (backupFile !== undefined) ports.stdout.write(`The old file is kept as ${displayPath(backupFile, ports)}\n`);
  return EXIT.done;
}
