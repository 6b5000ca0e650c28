import { realpath } from 'node:fs/promises';
import { parse } from 'node:path';
import { type Command, Option } from 'commander';
import { plainText } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import { EXIT } from '../cli-error.js';
import { adoptionSteps } from '../init/adoption-steps.js';
import { dataFolderSteps } from '../init/data-folder-step.js';
import { distrustGraphsStep, planGraphTrust } from '../init/graph-trust.js';
import { hooksStep } from '../init/hooks-step.js';
import { askQuestions, showQuestions } from '../init/questions.js';
import { registrationStep } from '../init/registration-step.js';
import { slashCommandsStep } from '../init/slash-commands-step.js';
import type { Step } from '../init/step.js';
import { distrustStep, planTrust, type TrustPlan } from '../init/trust-question.js';
import type { CommandLinePorts } from '../ports.js';
import { type Color, colorFor, type Tone } from '../text/color.js';

interface InitOptions {
  readonly dryRun?: boolean;
  readonly remove?: boolean;
  readonly trust?: boolean;
  readonly trustKnowledge?: boolean;
  readonly adopt?: boolean;
}

export function addInit(program: Command, ports: CommandLinePorts, finish: (exitCode: number) => void): void {
  program
    .command('init')
    .summary('register the MCP server and the hooks for Claude Code in this project')
    .description(
      'Registers the MCP server in .mcp.json and the hooks in .claude/settings.json, installs slash commands in .claude/commands, and makes the folders .witan and .claude/journal, which git ignores. Hooks, servers and commands of your own stay as they are. Where the config of this folder chooses programs or addresses, asks whether to trust it as it is now. Process knowledge in .claude/graphs is trusted if there is none yet, and asked about otherwise. Asks about each database that came with the project, or moved with it, before it is used.',
    )
    .option('--dry-run', 'show what would be written and write nothing')
    .option('--trust', 'trust the config of this folder and its programs as they are now, without asking')
    .option('--trust-knowledge', 'trust the process knowledge in .claude/graphs, without asking')
    .option(
      '--adopt',
      'use databases that came with this project, or moved with it, without asking; unsafe ones are moved aside',
    )
    .addOption(new Option('--remove', 'undo what init did').conflicts(['trust', 'trustKnowledge', 'adopt']))
    .addHelpText('after', EXAMPLE)
    .action(async (options: InitOptions) => finish(await init(options, ports)));
}

const EXAMPLE = `
Example:
  cd my-project && witan init --dry-run`;

async function init(options: InitOptions, ports: CommandLinePorts): Promise<number> {
  const { dryRun = false, remove = false, trust = false, trustKnowledge = false, adopt = false } = options;
  const folder = await projectFolder(ports);
  // All steps are planned before the first is applied, so that an error leaves nothing half done.
  const plans = remove
    ? await removalPlans(folder, ports)
    : [await planTrust(folder, trust, ports), await planGraphTrust(folder, trustKnowledge, ports)];
  const setup = [
    ...(await dataFolderSteps(folder, remove, ports)),
    ...plans.map(({ step }) => step),
    await registrationStep(folder, remove, ports),
    await slashCommandsStep(folder, remove, ports),
    await hooksStep(folder, remove, ports),
  ].filter((step) => step !== undefined);
  const adoption = remove ? [] : await adoptionSteps(folder, { adopt, dryRun }, ports);
  const steps = [...setup, ...adoption];
  const questions = plans.flatMap(({ question }) => question ?? []);
  const color = colorFor(ports.stdout, ports.environment);
  for (const step of steps) ports.stdout.write(renderStep(step, color));
  if (!dryRun) for (const step of steps) await step.apply();
  ports.stdout.write(`${summaryOf({ setup, adoption }, { dryRun, remove })}\n`);
  if (dryRun) showQuestions(questions, ports);
  else await askQuestions(questions, ports);
  return EXIT.done;
}

async function removalPlans(folder: string, ports: CommandLinePorts): Promise<TrustPlan[]> {
  const steps = [await distrustStep(folder, ports), await distrustGraphsStep(folder, ports)];
  return steps.flatMap((step) => (step === undefined ? [] : [{ step }]));
}

function summaryOf(
  { setup, adoption }: { readonly setup: readonly Step[]; readonly adoption: readonly Step[] },
  { dryRun, remove }: { readonly dryRun: boolean; readonly remove: boolean },
): string {
  if (setup.length + adoption.length === 0) {
    return remove ? 'Nothing to undo: witan is not registered here.' : ALREADY_THERE;
  }
  if (dryRun) return 'Nothing was written (--dry-run).';
  if (remove) return 'Undone. `witan init` registers it again.';
  return setup.length === 0 ? 'Done. witan was already registered here.' : FAREWELL;
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

function renderStep({ title, lines }: Step, color: Color): string {
  const shown = lines.map((line) => `  ${color(toneOf(line), plainText(line))}`);
  return `${[color('strong', title), ...shown].join('\n')}\n`;
}

function toneOf(line: string): Tone {
  if (line.startsWith('!')) return 'caution';
  return line.startsWith('-') ? 'bad' : 'good';
}
