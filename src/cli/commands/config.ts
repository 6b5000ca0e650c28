import type { Command } from 'commander';
import { plainText } from '../../kernel/plain-text.js';
import { EXIT } from '../cli-error.js';
import type { CommandLinePorts } from '../ports.js';
import { displayPath } from '../text/display-path.js';
import { printJson } from '../text/page.js';

export function addConfig(program: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
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
      await show(key, json === true, ports);
      finish(EXIT.done);
    });
  config
    .command('set')
    .summary('change one key in your own file')
    .argument('<key>', 'such as defaults.rounds')
    .argument('<value>', 'as in the file: 3, true, [a, b] or a text')
    .addHelpText('after', '\nExample:\n  witan config set defaults.rounds 3')
    .action(async (key: string, value: string) => {
      await ports.config.set(key, value);
      ports.stdout.write(`${displayPath(ports.config.file, ports)}: ${key} is set\n`);
      const [shown] = plainText(await formatSetting(key, ports))
        .trimEnd()
        .split('\n');
      ports.stdout.write(`In effect here: ${shown}\n`);
      finish(EXIT.done);
    });
  config
    .command('unset')
    .summary('remove one key from your own file')
    .argument('<key>', 'such as defaults.rounds')
    .addHelpText('after', '\nExample:\n  witan config unset defaults.rounds')
    .action(async (key: string) => {
      await ports.config.unset(key);
      ports.stdout.write(`${displayPath(ports.config.file, ports)}: ${key} is removed\n`);
      finish(EXIT.done);
    });
  config
    .command('path')
    .summary('print the path of your own file')
    .addHelpText('after', '\nExample:\n  witan config path')
    .action(() => {
      ports.stdout.write(`${ports.config.file}\n`);
      finish(EXIT.done);
    });
}

const EXAMPLES = `
Examples:
  witan config get
  witan config set council.challenge true
  witan config path

docs/configuration.md describes every key.`;

async function show(key: string | undefined, isJson: boolean, ports: CommandLinePorts): Promise<void> {
  const value = await ports.config.get(ports.currentFolder, key);
  if (isJson) printJson(value ?? null, ports);
  else ports.stdout.write(plainText(await formatSetting(key, ports)));
}

async function formatSetting(key: string | undefined, ports: CommandLinePorts): Promise<string> {
  const value = await ports.config.get(ports.currentFolder, key);
  if (value === undefined) return '(not set)\n';
  const { stringify } = await import('yaml');
  return typeof value === 'string' ? `${value}\n` : stringify(value, { lineWidth: 0 });
}
