import { resolve } from 'node:path';
import { plainLine } from '../../kernel/plain-text.js';
import { writeAtomically } from '../../kernel/write-atomically.js';
import type { CliCommand } from '../cli-command.js';
import { EXIT } from '../cli-error.js';
import type { Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';

export function addMigrateConfig(program: CliCommand, shell: Shell): void {
  program
    .command('migrate-config')
    .summary('bring an old configuration file up to date')
    .description('Rewrites deprecated keys, keeps comments and order, and keeps the old file as a backup.')
    .argument('<file>', 'the configuration file')
    .option('--dry-run', 'show what would change and write nothing')
    .example('witan migrate-config config.yaml --dry-run')
    .run((file: string, { dryRun }: { readonly dryRun?: boolean }) => migrateConfig(file, dryRun === true, shell));
}

async function migrateConfig(file: string, dryRun: boolean, shell: Shell): Promise<number> {
  const path = resolve(shell.currentFolder, file);
  const { migrateConfigFile } = await import('../../config/index.js');
  const { notes: changes, backupPath: backupFile } = await migrateConfigFile(path, { dryRun, write: writeAtomically });
  const shown = displayPath(path, shell);
  if (changes.length === 0) {
    shell.stdout.write(`${shown} is up to date; nothing to change\n`);
    return EXIT.done;
  }
  shell.stdout.write(`${shown} ${dryRun ? 'would change' : 'was changed'}:\n`);
  for (const change of changes) shell.stdout.write(`  ${plainLine(change)}\n`);
  if (backupFile !== undefined) shell.stdout.write(`The old file is kept as ${displayPath(backupFile, shell)}\n`);
  return EXIT.done;
}
