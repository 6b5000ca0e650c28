import { realpath } from 'node:fs/promises';
import { parse } from 'node:path';
import type { Command } from 'commander';
import { plainText } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import { EXIT } from '../fault.js';
import { adoptionSteps } from '../init/adoption-steps.js';
import { dataFolderStep } from '../init/data-folder-step.js';
import { hooksStep } from '../init/hooks-step.js';
import { registrationStep } from '../init/registration-step.js';
import type { Step } from '../init/step.js';
import { distrustStep, trustStep } from '../init/trust-step.js';
import type { CommandLinePorts } from '../ports.js';
import { type Paint, paintFor, type Tone } from '../text/paint.js';

export interface InitOptions {
  readonly dryRun?: boolean;
  readonly remove?: boolean;
  readonly adopt?: boolean;
}

export function addInit(program: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  program
    .command('init')
    .summary('register the MCP server and the hooks for Claude Code in this project')
    .description(
      'Registers the MCP server in .mcp.json and the hooks in .claude/settings.json, trusts the config of this folder as it is now, and makes the folder .witan. Hooks and servers of your own stay as they are.',
    )
    .option('--dry-run', 'show what would be written and write nothing')
    .option('--remove', 'undo what init did')
    .option('--adopt', 'use databases that came with this project, or moved with it, without asking')
    .addHelpText('after', EXAMPLE)
    .action(async (options: InitOptions) => finish(await init(options, ports)));
}

const EXAMPLE = `
Example:
  cd my-project && witan init --dry-run`;

export async function init(options: InitOptions, ports: CommandLinePorts): Promise<number> {
  const { dryRun = false, remove = false, adopt = false } = options;
  const folder = await projectFolder(ports);
  // Every step is worked out before the first is taken, so that a fault leaves nothing half done.
  const steps = [
    await dataFolderStep(folder, remove, ports),
    await (remove ? distrustStep(folder, ports) : trustStep(folder, ports)),
    await registrationStep(folder, remove, ports),
    await hooksStep(folder, remove, ports),
    ...(remove ? [] : await adoptionSteps(folder, { adopt, dryRun }, ports)),
  ].filter((step) => step !== undefined);
  if (steps.length === 0) {
    ports.stdout.write(remove ? 'Nothing to undo: witan is not registered here.\n' : `${ALREADY_THERE}\n`);
    return EXIT.done;
  }
  const paint = paintFor(ports.stdout, ports.environment);
  for (const step of steps) ports.stdout.write(renderStep(step, paint));
  if (dryRun) {
    ports.stdout.write('Nothing was written (--dry-run).\n');
    return EXIT.done;
  }
  for (const step of steps) await step.apply();
  ports.stdout.write(remove ? 'Undone. `witan init` registers it again.\n' : `${FAREWELL}\n`);
  return EXIT.done;
}

const ALREADY_THERE = 'Already registered: nothing to change. `witan init --remove` undoes it.';
const FAREWELL = [
  'Written. Start `claude` in this folder and allow the server "witan" when it asks.',
  'Both files hold paths of this machine. `witan init --remove` undoes all of this.',
].join('\n');

async function projectFolder({ currentFolder, homeFolder }: CommandLinePorts): Promise<string> {
  const folder = await realpath(currentFolder);
  const home = await realpath(homeFolder).catch(() => homeFolder);
  if (folder === home || folder === parse(folder).root) {
    const name = folder === home ? 'the home folder' : 'the root of the disk';
    throw new UserError('validation_error', `init: this is ${name}; change into the folder of one project`);
  }
  return folder;
}

function renderStep({ title, lines }: Step, paint: Paint): string {
  const shown = lines.map((line) => `  ${paint(toneOf(line), plainText(line))}`);
  return `${[paint('strong', title), ...shown].join('\n')}\n`;
}

function toneOf(line: string): Tone {
  if (line.startsWith('!')) return 'caution';
  return line.startsWith('-') ? 'bad' : 'good';
}
