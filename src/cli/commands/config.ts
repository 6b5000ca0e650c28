import { join } from 'node:path';
import type { Command } from 'commander';
import { plainText } from '../../kernel/plain-text.js';
import { writeAtomically } from '../../kernel/write-atomically.js';
import { EXIT } from '../cli-error.js';
import type { Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';
import { printJson } from '../text/page.js';

export function addConfig(program: Command, shell: Shell, finish: (exitCode: number) => void): void {
  const config = program
    .command('config')
    .summary('read and change settings')
    .description('Shows settings in effect, and changes your own configuration file without touching its comments.')
    .addHelpText('after', EXAMPLES);
  config
    .command('get')
    .summary('show a setting in effect, or all of them')
    .argument('[key]', 'such as defaults.rounds or adapters.ollama')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  witan config get defaults.rounds')
    .action(async (key: string | undefined, { json }: { readonly json?: boolean }) => {
      await show(key, json === true, shell);
      finish(EXIT.done);
    });
  config
    .command('set')
    .summary('change one key in your own file')
    .argument('<key>', 'such as defaults.rounds')
    .argument('<value>', 'as in the file: 3, true, [a, b] or a text')
    .addHelpText('after', '\nExample:\n  witan config set defaults.rounds 3')
    .action(async (key: string, value: string) => {
      const { configContext, setInUserConfig } = await import('../../config/index.js');
      await setInUserConfig({ name: key, typed: value }, configContext(shell.currentFolder), writeAtomically);
      shell.stdout.write(`${displayPath(userFile(shell), shell)}: ${key} is set\n`);
      const [shown] = plainText(await formatSetting(key, shell))
        .trimEnd()
        .split('\n');
      shell.stdout.write(`In effect here: ${shown}\n`);
      finish(EXIT.done);
    });
  config
    .command('unset')
    .summary('remove one key from your own file')
    .argument('<key>', 'such as defaults.rounds')
    .addHelpText('after', '\nExample:\n  witan config unset defaults.rounds')
    .action(async (key: string) => {
      const { configContext, unsetInUserConfig } = await import('../../config/index.js');
      await unsetInUserConfig(key, configContext(shell.currentFolder), writeAtomically);
      shell.stdout.write(`${displayPath(userFile(shell), shell)}: ${key} is removed\n`);
      finish(EXIT.done);
    });
  config
    .command('path')
    .summary('print the path of your own file')
    .addHelpText('after', '\nExample:\n  witan config path')
    .action(() => {
      shell.stdout.write(`${userFile(shell)}\n`);
      finish(EXIT.done);
    });
}

const EXAMPLES = `
Examples:
  witan config get
  witan config set council.challenge true
  witan config path

docs/configuration.md describes every key.`;

async function show(key: string | undefined, isJson: boolean, shell: Shell): Promise<void> {
  const value = await readSetting(key, shell);
  if (isJson) printJson(value ?? null, shell);
  else shell.stdout.write(plainText(await formatSetting(key, shell)));
}

async function formatSetting(key: string | undefined, shell: Shell): Promise<string> {
  const value = await readSetting(key, shell);
  if (value === undefined) return '(not set)\n';
  const { stringify } = await import('yaml');
  return typeof value === 'string' ? `${value}\n` : stringify(value, { lineWidth: 0 });
}

async function readSetting(key: string | undefined, shell: Shell): Promise<unknown> {
  const config = await import('../../config/index.js');
  return config.readSetting(key, config.configContext(shell.currentFolder));
}

export function userFile({ configFolder }: Pick<Shell, 'configFolder'>): string {
  return join(configFolder, 'config.yaml');
}
